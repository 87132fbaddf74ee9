package dev.drover.sandbox.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.weights.WeightsFlow;
import dev.drover.weights.explanation.ModelExplanation;
import dev.drover.weights.explanation.RefExplanation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Rows from the object as it stands and from Drover's last decision about it. */
final class DemoTable {
    private final ApiServerDouble api;
    private final ObjectKey model;
    private final WeightsFlow flow;
    private final Supplier<String> lastWrite;

    DemoTable(ApiServerDouble api, ObjectKey model, WeightsFlow flow, Supplier<String> lastWrite) {
        this.lastWrite = lastWrite;
        this.api = api;
        this.model = model;
        this.flow = flow;
    }

    List<DemoRow> rows() {
        ObjectNode object =
                api.get("externalmodels", model.namespace(), model.name()).orElseThrow();
        Optional<ModelExplanation> explained = flow.explain(model);
        List<DemoRow> rows = new ArrayList<>();
        int index = 0;
        for (JsonNode ref : object.at("/spec/externalProviderRefs")) {
            rows.add(row(ref, explanation(explained, index++)));
        }
        return rows;
    }

    private static Optional<RefExplanation> explanation(
            Optional<ModelExplanation> explained, int index) {
        return explained
                .map(ModelExplanation::refs)
                .filter(refs -> index < refs.size())
                .map(refs -> refs.get(index));
    }

    private DemoRow row(JsonNode object, Optional<RefExplanation> ref) {
        boolean managed = ref.map(r -> r.ageSeconds() != null).orElse(false);
        return new DemoRow(
                model.name(),
                object.at("/ref/name").asText(),
                ref.map(RefExplanation::figures).map(m -> m.vramUtilization()),
                ref.map(RefExplanation::figures).map(m -> m.latencyMs()).map(ms -> ms / 1000),
                ref.map(RefExplanation::ageSeconds)
                        .map(seconds -> Duration.ofMillis((long) (seconds * 1000))),
                ref.map(RefExplanation::state).orElse("-"),
                object.path("weight").asInt(),
                managed ? lastWrite.get() : "-");
    }
}
