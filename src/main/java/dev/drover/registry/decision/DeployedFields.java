package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.Workload;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of a workload that follow a record (spec registry 11): where the model is, what form
 * it has, and the labels that name it. Everything else is the template's or the users'; service
 * accounts, images and commands are never taken from a registry.
 */
final class DeployedFields {
    static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    private static final String MODEL = "/spec/predictor/model";

    private final ObjectNode labels = JsonNodeFactory.instance.objectNode();
    private final ObjectNode model = JsonNodeFactory.instance.objectNode();

    DeployedFields(
            DomainKeys keys,
            DeployRequest request,
            RegistryRecord record,
            String version,
            Artifact artifact) {
        labels.put(MANAGED_BY, "drover");
        labels.put(keys.model(), record.model());
        labels.put(keys.version(), version);
        labels.put(keys.link(), record.id());
        Optional<ObjectKey> service = request.service();
        labels.put(keys.name(), service.map(ObjectKey::name).orElse(request.registry()));
        service.ifPresent(it -> labels.put(keys.namespace(), it.namespace()));

        ObjectNode format = model.putObject("modelFormat");
        artifact.formatName().ifPresent(it -> format.put("name", it));
        artifact.formatVersion().ifPresent(it -> format.put("version", it));
        record.runtime().ifPresent(it -> model.put("runtime", it));
        if (artifact.uri().isPresent()) {
            model.put("storageUri", artifact.uri().get());
        } else {
            ObjectNode storage = model.putObject("storage");
            artifact.storageKey().ifPresent(it -> storage.put("key", it));
            artifact.storagePath().ifPresent(it -> storage.put("path", it));
        }
    }

    /** The object to be made. */
    ObjectNode object(ObjectKey key, DeployRequest request) {
        ObjectNode object = request.template().deepCopy();
        object.put("apiVersion", "serving.kserve.io/v1beta1").put("kind", "InferenceService");
        ObjectNode metadata = object.withObject("/metadata");
        metadata.put("namespace", key.namespace()).put("name", key.name());
        metadata.withObject("/labels").setAll(labels);
        metadata.withObject("/annotations").put(Workload.DEPLOYED_FROM, request.origin());
        object.withObject(MODEL).setAll(model);
        return object;
    }

    /** The merge patch that puts back what differs; empty when nothing does. */
    Optional<ObjectNode> correction(Workload workload) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        labels.properties().stream()
                .filter(it -> !it.getValue().asText().equals(workload.labels().get(it.getKey())))
                .forEach(
                        it -> patch.withObject("/metadata/labels").set(it.getKey(), it.getValue()));
        JsonNode there = workload.spec().at("predictor", "model").json();
        for (Map.Entry<String, JsonNode> field : model.properties()) {
            if (!field.getValue().equals(there.path(field.getKey()))) {
                patch.withObject(MODEL).set(field.getKey(), field.getValue());
            }
        }
        if (patch.isEmpty()) {
            return Optional.empty();
        }
        dropOther(patch, there);
        patch.withObject("/metadata").put("resourceVersion", workload.resourceVersion());
        return Optional.of(patch);
    }

    /** A model has one place: the form that it is not in any more must go. */
    private void dropOther(ObjectNode patch, JsonNode there) {
        String other = model.has("storageUri") ? "storage" : "storageUri";
        if (there.has(other)) {
            patch.withObject(MODEL).putNull(other);
        }
    }
}
