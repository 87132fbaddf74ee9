package dev.drover.sandbox.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What happens in the demo. The gateway that would spread the requests is played too: each cluster
 * gets its share by the weights that stand in the object.
 */
final class DemoScript {
    static final Duration PERIOD = Duration.ofSeconds(90);

    private static final double REQUESTS = 100;

    private final ApiServerDouble api;
    private final ObjectKey model;
    private final SimulatedCluster b;
    private final SimulatedCluster c;
    private final Consumer<String> say;
    private Scene scene;

    /** One part of the period, from {@code begin} (0 to 1) on. */
    private enum Scene {
        QUIET(0, 0, 0, false, "100 requests in flight, both clusters equally full"),
        BUSY(0.15, 45, 0, false, "Other clients fill maas-cluster-b: 45 requests more there"),
        BLIND(0.45, 45, 0, true, "The metrics of maas-cluster-c disappear"),
        SEEING(
                0.65,
                0,
                45,
                false,
                "The metrics are back; the other clients move to maas-cluster-c");

        private final double begin;
        private final double othersAtB;
        private final double othersAtC;
        private final boolean blind;
        private final String text;

        Scene(double begin, double othersAtB, double othersAtC, boolean blind, String text) {
            this.begin = begin;
            this.othersAtB = othersAtB;
            this.othersAtC = othersAtC;
            this.blind = blind;
            this.text = text;
        }

        static Scene at(double progress) {
            Scene found = QUIET;
            for (Scene scene : values()) {
                if (progress >= scene.begin) {
                    found = scene;
                }
            }
            return found;
        }
    }

    DemoScript(
            ApiServerDouble api,
            ObjectKey model,
            SimulatedCluster b,
            SimulatedCluster c,
            Consumer<String> say) {
        this.api = api;
        this.model = model;
        this.b = b;
        this.c = c;
        this.say = say;
    }

    /**
     * @param progress of the period, 0 to 1
     */
    void step(double progress) {
        Scene now = Scene.at(progress);
        if (now != scene) {
            scene = now;
            say.accept("--- " + now.text);
            c.silent(now.blind);
        }
        b.advance(REQUESTS * share(b.name()) + scene.othersAtB);
        c.advance(REQUESTS * share(c.name()) + scene.othersAtC);
    }

    private double share(String provider) {
        ObjectNode object =
                api.get("externalmodels", model.namespace(), model.name()).orElseThrow();
        double own = 0;
        double sum = 0;
        for (JsonNode ref : object.at("/spec/externalProviderRefs")) {
            double weight = ref.path("weight").asDouble();
            sum += weight;
            if (ref.at("/ref/name").asText().equals(provider)) {
                own += weight;
            }
        }
        return sum == 0 ? 0 : own / sum;
    }
}
