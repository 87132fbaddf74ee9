package dev.drover.sandbox.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.weights.WeightsFlow;
import dev.drover.weights.decision.Decision;
import dev.drover.weights.decision.RefReport;
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
        Optional<Decision> decision = flow.lastDecision(model);
        List<DemoRow> rows = new ArrayList<>();
        int index = 0;
        for (JsonNode ref : object.at("/spec/externalProviderRefs")) {
            rows.add(row(ref, report(decision, index++)));
        }
        return rows;
    }

    private static Optional<RefReport> report(Optional<Decision> decision, int index) {
        return decision.map(Decision::refs)
                .filter(refs -> index < refs.size())
                .map(refs -> refs.get(index));
    }

    private DemoRow row(JsonNode ref, Optional<RefReport> report) {
        boolean managed = report.map(r -> r.ageSeconds() != null).orElse(false);
        return new DemoRow(
                model.name(),
                ref.at("/ref/name").asText(),
                report.map(r -> r.metrics()).map(m -> m.vramUtilization()),
                report.map(r -> r.metrics()).map(m -> m.latencyMs()).map(ms -> ms / 1000),
                report.map(RefReport::ageSeconds)
                        .map(seconds -> Duration.ofMillis((long) (seconds * 1000))),
                report.map(r -> r.state().word()).orElse("-"),
                ref.path("weight").asInt(),
                managed ? lastWrite.get() : "-");
    }
}
