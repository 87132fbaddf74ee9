package dev.drover.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.Reply;

/**
 * Another controller with the same naming, as Open Data Hub and Kubeflow have one: it records a
 * workload without an external ID and names the record on it.
 */
final class ForeignController {
    private final RegistryDouble registry;
    private final Workloads workloads;

    ForeignController(RegistryDouble registry, Workloads workloads) {
        this.registry = registry;
        this.workloads = workloads;
    }

    /** Records it, unless somebody has been faster, which that controller takes for done. */
    void link(String name, String uid, String model, String version) {
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        record.put("name", name + "/" + uid)
                .put("registeredModelId", model)
                .put("modelVersionId", version)
                .put("servingEnvironmentId", environment())
                .put("desiredState", "DEPLOYED");
        Reply reply = registry.ask("POST", "inference_services", record.toString());
        if (reply.status() == 201) {
            String id =
                    new String(reply.body(), UTF_8).replaceFirst("(?s).*\"id\":\"(\\d+)\".*", "$1");
            workloads.label(name, "inference-service-id", id);
        } else if (reply.status() != 409) {
            throw new AssertionError(new String(reply.body(), UTF_8));
        }
    }

    private String environment() {
        ObjectNode wanted =
                JsonNodeFactory.instance.objectNode().put("name", workloads.namespace());
        registry.ask("POST", "serving_environments", wanted.toString()); // 409 if it is there
        return registry.environments().stream()
                .filter(it -> it.path("name").asText().equals(workloads.namespace()))
                .findFirst()
                .orElseThrow()
                .path("id")
                .asText();
    }
}
