package dev.drover.sandbox.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryDouble;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The part of the demo about the flow registry: an {@code InferenceService} gets a record, the
 * record follows it, the registry goes away for a while, and what happened meanwhile is made good
 * by the next sweep.
 */
final class DemoRegistry implements AutoCloseable {
    private static final String NAMESPACE = "ml";
    private static final String LABEL = "modelregistry.opendatahub.io/";

    private final RegistryDouble registry = RegistryDouble.start();
    private final ApiServerDouble api;
    private final Consumer<String> say;
    private final String model;
    private final String version;
    private final String next;
    private Scene scene = Scene.NONE;

    /** One part of the period, from {@code begin} (0 to 1) on. */
    private enum Scene {
        NONE(0, "") {
            @Override
            void begin(DemoRegistry demo) {}
        },
        DEPLOYED(0.06, "iris is deployed with the labels of model and version") {
            @Override
            void begin(DemoRegistry demo) {
                demo.deploy();
            }
        },
        READY(0.2, "iris serves") {
            @Override
            void begin(DemoRegistry demo) {
                demo.status("True");
            }
        },
        UPDATED(0.34, "iris gets the next version") {
            @Override
            void begin(DemoRegistry demo) {
                demo.label("model-version-id", demo.next);
            }
        },
        AWAY(0.5, "the registry goes away, and iris is deleted meanwhile") {
            @Override
            void begin(DemoRegistry demo) {
                demo.registry.refuse();
                demo.api.delete("inferenceservices", NAMESPACE, "iris");
            }
        },
        BACK(0.7, "the registry is back") {
            @Override
            void begin(DemoRegistry demo) {
                demo.registry.listen();
            }
        };

        private final double begin;
        private final String text;

        Scene(double begin, String text) {
            this.begin = begin;
            this.text = text;
        }

        abstract void begin(DemoRegistry demo);
    }

    DemoRegistry(ApiServerDouble api, Consumer<String> say) {
        this.api = api;
        this.say = say;
        model = registry.addModel("iris");
        version = registry.addVersion(model, "v1");
        next = registry.addVersion(model, "v2");
    }

    /** What the process needs to find it. */
    Map<String, String> environment() {
        return Map.of(
                "DROVER_REGISTRY_AT_DEMO_URL", registry.url(),
                "DROVER_REGISTRY_AUTH", "none",
                "DROVER_REGISTRY_CLUSTER", "demo",
                "DROVER_REGISTRY_REGISTRY_NAMESPACES", "",
                "DROVER_REGISTRY_MIN_UPDATE_INTERVAL", "0s",
                "DROVER_REGISTRY_LINK_RATE", "600");
    }

    /**
     * @param progress of the period, 0 to 1
     */
    void step(double progress) {
        for (Scene each : Scene.values()) {
            if (progress >= each.begin && each.compareTo(scene) > 0) {
                scene = each;
                say.accept("--- " + each.text);
                each.begin(this);
            }
        }
        if (progress < scene.begin) { // the next period
            if (scene == Scene.AWAY) {
                registry.listen();
            }
            scene = Scene.NONE;
        }
    }

    private void deploy() {
        api.create(
                """
                apiVersion: serving.kserve.io/v1beta1
                kind: InferenceService
                metadata:
                  name: iris
                  namespace: %s
                  labels: {%sregistered-model-id: "%s", %smodel-version-id: "%s"}
                spec:
                  predictor:
                    model: {modelFormat: {name: sklearn}, storageUri: "s3://models/iris"}
                """
                        .formatted(NAMESPACE, LABEL, model, LABEL, version));
    }

    private void status(String ready) {
        api.patchStatus(
                "inferenceservices",
                NAMESPACE,
                "iris",
                """
                {"status":{"url":"http://iris.ml.example.com",
                 "conditions":[{"type":"Ready","status":"%s"}]}}\
                """
                        .formatted(ready));
    }

    private void label(String key, String value) {
        api.patch(
                "inferenceservices",
                NAMESPACE,
                "iris",
                "{\"metadata\":{\"labels\":{\"%s%s\":\"%s\"}}}".formatted(LABEL, key, value));
    }

    /** One line a record, as the registry has it, and what stands on the deployment. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        Optional<ObjectNode> iris = api.get("inferenceservices", NAMESPACE, "iris");
        for (ObjectNode record : registry.records()) {
            String id = record.path("id").asText();
            boolean linked =
                    iris.map(it -> it.at("/metadata/labels").path(LABEL + "inference-service-id"))
                            .filter(it -> it.asText().equals(id))
                            .isPresent();
            lines.add(
                    "registry record %s: model %s version %s %s ready=%s %s"
                            .formatted(
                                    id,
                                    record.path("registeredModelId").asText(),
                                    record.path("modelVersionId").asText(),
                                    record.path("desiredState").asText(),
                                    record.at("/customProperties/ready/bool_value").asText(),
                                    linked ? "(linked)" : ""));
        }
        return lines;
    }

    @Override
    public void close() {
        registry.close();
    }
}
