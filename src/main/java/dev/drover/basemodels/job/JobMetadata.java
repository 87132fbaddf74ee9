package dev.drover.basemodels.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.JobLabels;
import dev.drover.basemodels.objects.ModelKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Labels, annotations and owner of a metadata Job. */
public final class JobMetadata {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JobMetadata() {}

    /**
     * Labels of the Job and its Pods.
     *
     * @param configured labels of the configuration; ours win
     */
    public static Map<String, String> labels(BaseModel model, Map<String, String> configured) {
        Map<String, String> labels = new LinkedHashMap<>(sorted(configured));
        labels.put("app.kubernetes.io/name", JobLabels.DROVER);
        labels.put("app.kubernetes.io/part-of", JobLabels.DROVER);
        labels.put(JobLabels.MANAGED_BY, JobLabels.DROVER);
        labels.put(JobLabels.COMPONENT, JobLabels.METADATA_EXTRACTION);
        labels.put(JobLabels.MODEL_NAME, JobNames.label(model.key().name()));
        labels.put(JobLabels.MODEL_SCOPE, model.kind().scope());
        labels.put(JobLabels.MODEL_UID, model.uid());
        return labels;
    }

    static Map<String, String> annotations(
            JobOrder order, String extractor, Map<String, String> configured) {
        BaseModel model = order.model();
        Map<String, String> annotations = new LinkedHashMap<>(sorted(configured));
        annotations.put("drover.dev/model", model.kind().word() + "/" + model.key());
        annotations.put("drover.dev/storage-uri", order.uri().canonical());
        annotations.put(JobLabels.FINGERPRINT, order.fingerprint().value());
        annotations.put(JobLabels.ATTEMPT, String.valueOf(order.attempt()));
        annotations.put(JobLabels.EXTRACTOR, extractor);
        return annotations;
    }

    /** The owner reference by which garbage collection finds the Job. */
    public static ObjectNode owner(BaseModel model) {
        return NODES.objectNode()
                .put("apiVersion", ModelKind.API_VERSION)
                .put("kind", model.kind().word())
                .put("name", model.key().name())
                .put("uid", model.uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    static ArrayNode owners(BaseModel model) {
        return NODES.arrayNode().add(owner(model));
    }

    private static Map<String, String> sorted(Map<String, String> map) {
        return new TreeMap<>(map);
    }
}
