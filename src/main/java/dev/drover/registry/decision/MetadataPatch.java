package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.registry.objects.Workload;
import java.util.List;

/**
 * Builds the one merge patch of a workload's metadata (spec registry 8.1). It carries the version
 * that the decision was made on, so that whoever was faster wins.
 */
public final class MetadataPatch {
    static final String NAME = "PatchMetadata";
    static final String REMOVE_FINALIZER = "RemoveFinalizer";

    private final Workload workload;
    private final ObjectNode labels = JsonNodeFactory.instance.objectNode();
    private final ObjectNode annotations = JsonNodeFactory.instance.objectNode();
    private ArrayNode finalizers;

    MetadataPatch(Workload workload) {
        this.workload = workload;
    }

    /** Whether the write may restart model servers: labels and annotations, but no finalizers. */
    public static boolean reachesPods(Intent intent) {
        return intent.name().equals(NAME)
                && intent.document().at("/metadata/finalizers").isMissingNode();
    }

    MetadataPatch label(String key, Reference value) {
        labels.set(key, value.node());
        return this;
    }

    /** Removes the label, if it is there. */
    MetadataPatch removeLabel(String key) {
        if (workload.labels().containsKey(key)) {
            labels.putNull(key);
        }
        return this;
    }

    MetadataPatch annotation(String key, String value) {
        annotations.put(key, value);
        return this;
    }

    /** Removes the annotation, if it is there. */
    MetadataPatch removeAnnotation(String key) {
        if (workload.annotations().containsKey(key)) {
            annotations.putNull(key);
        }
        return this;
    }

    /** Those that the object should have: a merge patch replaces the whole list. */
    MetadataPatch finalizers(List<String> all) {
        finalizers = JsonNodeFactory.instance.arrayNode();
        all.forEach(finalizers::add);
        return this;
    }

    boolean isEmpty() {
        return labels.isEmpty() && annotations.isEmpty() && finalizers == null;
    }

    Intent intent(String name, Intent.Account account) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        ObjectNode metadata = patch.putObject("metadata");
        metadata.put("resourceVersion", workload.resourceVersion());
        if (!labels.isEmpty()) {
            metadata.set("labels", labels);
        }
        if (!annotations.isEmpty()) {
            metadata.set("annotations", annotations);
        }
        if (finalizers != null) {
            metadata.set("finalizers", finalizers);
        }
        return new Intent.MergePatch(name, workload.resource(), workload.key(), "", patch, account);
    }
}
