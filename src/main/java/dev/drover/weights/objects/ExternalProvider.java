package dev.drover.weights.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;

/**
 * The view of an {@code ExternalProvider} that weights depend on. Two equal views decide alike, so
 * a write that leaves the view equal (a heartbeat in the status, say) needs no new decision.
 *
 * @param key namespace and name
 * @param label {@code spec.provider}: {@code openai}, {@code remote-maas}
 * @param endpoint host name that the gateway reaches on 443
 * @param config {@code spec.config}; a value that is no text is left out
 * @param ready false only when the status says so; without phase and condition it is true, because
 *     the component that sets them may not be installed
 */
public record ExternalProvider(
        ObjectKey key, String label, String endpoint, Map<String, String> config, boolean ready) {
    /** Path as the flow's endpoints name it. */
    public static final String RESOURCE = "inference.opendatahub.io/v1alpha1/externalproviders";

    public static final String API_VERSION = "inference.opendatahub.io/v1alpha1";
    public static final String KIND = "ExternalProvider";

    public ExternalProvider {
        config = Map.copyOf(config);
    }

    /** Reads the object; never fails, whatever types its fields have. */
    public static ExternalProvider of(GenericKubernetesResource object) {
        JsonNode spec = Trees.field(object, "spec");
        return new ExternalProvider(
                ObjectKey.of(object),
                spec.path("provider").asText(""),
                spec.path("endpoint").asText(""),
                Trees.texts(spec.path("config")),
                ready(Trees.field(object, "status")));
    }

    /** The condition wins over the phase, which older versions alone had. */
    private static boolean ready(JsonNode status) {
        for (JsonNode condition : status.path("conditions")) {
            if ("Ready".equals(condition.path("type").asText())) {
                return "True".equals(condition.path("status").asText());
            }
        }
        JsonNode phase = status.path("phase");
        return !phase.isTextual() || phase.asText().isEmpty() || "Ready".equals(phase.asText());
    }
}
