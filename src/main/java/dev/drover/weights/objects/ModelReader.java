package dev.drover.weights.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes an {@link ExternalModel} of an object whose fields may have any type. */
public final class ModelReader {
    private static final String OWNER_LABEL = "app.kubernetes.io/managed-by";
    private static final String MIGRATION = "ipp-legacy-migration";
    private static final int SHOWN = 200;

    private final ObjectKey key;
    private final List<String> findings = new ArrayList<>();

    private ModelReader(ObjectKey key) {
        this.key = key;
    }

    static ExternalModel read(GenericKubernetesResource object) {
        return new ModelReader(ObjectKey.of(object)).model(object);
    }

    private ExternalModel model(GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        Map<String, String> annotations = metadata.getAnnotations();
        Map<String, String> labels = Objects.requireNonNullElse(metadata.getLabels(), Map.of());
        JsonNode spec = Trees.field(object, "spec");
        if (!spec.isObject()) {
            findings.add("ExternalModel " + key + " has no spec");
        }
        List<ProviderRef> refs = refs(spec.path("externalProviderRefs"));
        return new ExternalModel(
                key,
                Objects.requireNonNullElse(metadata.getUid(), ""),
                Objects.requireNonNullElse(metadata.getGeneration(), 0L),
                Objects.requireNonNullElse(metadata.getResourceVersion(), ""),
                Objects.requireNonNullElse(object.getApiVersion(), ""),
                annotations == null ? Map.of() : annotations,
                annotations != null && !annotations.isEmpty(),
                MIGRATION.equals(labels.get(OWNER_LABEL)),
                metadata.getDeletionTimestamp() != null,
                spec.isObject(),
                refs,
                findings);
    }

    private List<ProviderRef> refs(JsonNode list) {
        List<ProviderRef> refs = new ArrayList<>();
        for (JsonNode entry : list) {
            refs.add(ref(refs.size(), entry));
        }
        return refs;
    }

    private ProviderRef ref(int index, JsonNode entry) {
        String name = Trees.text(entry.path("ref").path("name"));
        String namespace = Trees.text(entry.path("ref").path("namespace"));
        String targetModel = Trees.text(entry.path("targetModel"));
        boolean usable = !name.isEmpty() && !targetModel.isEmpty();
        if (!usable) {
            findings.add(
                    "externalProviderRefs["
                            + index
                            + "] has no ref.name or no targetModel: left alone; accepted: an object"
                            + " with both");
        }
        JsonNode weight = entry.path("weight");
        return new ProviderRef(
                index,
                usable,
                new ObjectKey(namespace.isEmpty() ? key.namespace() : namespace, name),
                !namespace.isEmpty(),
                targetModel,
                Trees.texts(entry.path("config")),
                weight(index, weight),
                weight.isMissingNode() || weight.isNull() ? null : weight);
    }

    /** A value as it may stand in a message. */
    public static String shown(String value) {
        return value.length() > SHOWN ? value.substring(0, SHOWN) + "…" : value;
    }

    private int weight(int index, JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return 1; // what the API server's default would have made of it
        }
        double stored = node.isNumber() ? node.doubleValue() : Double.NaN;
        int weight = Double.isNaN(stored) ? 1 : (int) Math.max(0, Math.min(100, Math.rint(stored)));
        if (weight != stored) {
            findings.add(
                    "externalProviderRefs["
                            + index
                            + "].weight is "
                            + shown(node.toString())
                            + ": "
                            + weight
                            + " is used; accepted: an integer from 0 to 100");
        }
        return weight;
    }
}
