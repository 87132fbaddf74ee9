package dev.drover.basemodels;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.basemodels.decision.IntentNames;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.intents.Ledger;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a kind of model keeps conditions and {@code observedGeneration} in its status. Older CRDs
 * drop them; comparing what the server drops would write for ever. Asked of the CRD once a term of
 * leadership; what cannot be read counts as yes until the answer to a write shows otherwise.
 */
final class ConditionsSupport {
    private static final Logger LOG = LoggerFactory.getLogger(ConditionsSupport.class);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String KEEPS_ALL = "x-kubernetes-preserve-unknown-fields";

    private final Function<String, GenericKubernetesResource> definitions;
    private final Map<ModelKind, Boolean> known = new ConcurrentHashMap<>();

    /**
     * @param definitions reads a CustomResourceDefinition by name; null when it cannot be read
     */
    ConditionsSupport(Function<String, GenericKubernetesResource> definitions) {
        this.definitions = definitions;
    }

    boolean supported(BaseModel model, Ledger.Entry ledger) {
        if (!model.source().ours()) {
            return true; // nothing is read for a model that is none of our business
        }
        boolean supported = known.computeIfAbsent(model.kind(), this::read);
        if (supported && dropped(model, ledger)) {
            known.put(model.kind(), false);
            LOG.info(
                    "{} has no conditions in its status: only the state is kept",
                    model.kind().word());
            return false;
        }
        return supported;
    }

    /** The definition may be another one by now. */
    void forget() {
        known.clear();
    }

    private boolean read(ModelKind kind) {
        String resource = kind.resource();
        String plural = resource.substring(resource.lastIndexOf('/') + 1);
        GenericKubernetesResource definition = definitions.apply(plural + ".ome.io");
        return definition == null || keepsConditions(MAPPER.valueToTree(definition));
    }

    static boolean keepsConditions(JsonNode definition) {
        for (JsonNode version : definition.at("/spec/versions")) {
            if (ModelKind.API_VERSION.endsWith("/" + version.path("name").asText())) {
                JsonNode schema = version.at("/schema/openAPIV3Schema");
                JsonNode status = schema.at("/properties/status");
                return schema.path(KEEPS_ALL).asBoolean()
                        || status.path(KEEPS_ALL).asBoolean()
                        || status.path("properties").has("conditions")
                                && status.path("properties").has("observedGeneration");
            }
        }
        return true;
    }

    /** The object is exactly what our last write of the status led to, and has no conditions. */
    private static boolean dropped(BaseModel model, Ledger.Entry ledger) {
        List<Ledger.Write> writes = ledger.writes();
        Ledger.Write last = writes.isEmpty() ? null : writes.get(writes.size() - 1);
        return last != null
                && last.intent().equals(IntentNames.PATCH_STATUS)
                && model.resourceVersion().equals(last.resourceVersion())
                && model.status().path("conditions").isMissingNode();
    }
}
