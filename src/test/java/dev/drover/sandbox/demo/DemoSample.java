package dev.drover.sandbox.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The sample of the README, with addresses pointed at the sandbox and nothing else changed. */
final class DemoSample {
    private static final Path FILE = Path.of("samples", "externalmodel-multi-cluster.yaml");

    private DemoSample() {}

    static void load(ApiServerDouble api, SimulatedCluster... clusters) throws IOException {
        for (ObjectNode object : RawApi.documents(Files.readString(FILE))) {
            for (SimulatedCluster cluster : clusters) {
                if (object.at("/kind").asText().equals("ExternalProvider")
                        && object.at("/metadata/name").asText().equals(cluster.name())) {
                    ObjectNode spec = (ObjectNode) object.get("spec");
                    spec.put("endpoint", "127.0.0.1");
                    ObjectNode config = (ObjectNode) spec.get("config");
                    config.put("metrics.vllm.url", cluster.engineUrl());
                    config.put("metrics.epp.url", cluster.pickerUrl());
                    config.put("healthCheck.port", Integer.toString(cluster.port()));
                }
            }
            api.create(object);
        }
    }
}
