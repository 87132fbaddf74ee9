package dev.drover.registry.decision;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.Workload;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The fields of a workload that follow a record (spec registry 11): where the model is, what form
 * it has, and the labels that name it. Everything else is the template's or the users', also beside
 * them in the same object; service accounts, images and commands are never taken from a registry.
 */
final class DeployedFields {
    private static final String MODEL = "/spec/predictor/model";

    private final Map<String, String> labels = new TreeMap<>();

    /** Paths below the model; empty = must not be there. */
    private final Map<String, Optional<String>> model = new LinkedHashMap<>();

    DeployedFields(
            DomainKeys keys,
            DeployRequest request,
            RegistryRecord record,
            String version,
            Artifact artifact) {
        labels.put(Ownership.MANAGED_BY, Ownership.DROVER);
        labels.put(keys.model(), record.model());
        labels.put(keys.version(), version);
        labels.put(keys.link(), record.id());
        Optional<ObjectKey> service = request.service();
        labels.put(keys.name(), service.map(ObjectKey::name).orElse(request.registry()));
        service.ifPresent(it -> labels.put(keys.namespace(), it.namespace()));

        model.put("/modelFormat/name", artifact.formatName());
        model.put("/modelFormat/version", artifact.formatVersion());
        // a record that names none leaves the choice to the template, the users and KServe
        record.runtime().ifPresent(it -> model.put("/runtime", Optional.of(it)));
        model.put("/storageUri", artifact.uri());
        if (artifact.uri().isPresent()) {
            model.put("/storage", Optional.empty()); // a model has one place
        } else {
            model.put("/storage/key", artifact.storageKey());
            model.put("/storage/path", artifact.storagePath());
        }
    }

    /** The object to be made. */
    ObjectNode object(ObjectKey key, DeployRequest request) {
        ObjectNode object = request.template().deepCopy();
        object.put("apiVersion", "serving.kserve.io/v1beta1").put("kind", "InferenceService");
        ObjectNode metadata = object.withObject("/metadata");
        metadata.put("namespace", key.namespace()).put("name", key.name());
        ObjectNode itsLabels = metadata.withObject("/labels");
        labels.forEach(itsLabels::put);
        metadata.withObject("/annotations").put(Workload.DEPLOYED_FROM, request.origin());
        model.forEach(
                (path, value) -> {
                    JsonPointer at = JsonPointer.compile(MODEL + path);
                    if (value.isPresent()) {
                        parent(object, at).put(name(at), value.get());
                    } else if (object.at(at.head()) instanceof ObjectNode parent) {
                        parent.remove(name(at));
                    }
                });
        return object;
    }

    /** The merge patch that puts back what differs; empty when nothing does. */
    Optional<ObjectNode> correction(Situation situation) {
        Workload workload = situation.object();
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        labels.forEach(
                (label, value) -> {
                    if (!isTakenOff(label, situation)
                            && !value.equals(workload.labels().get(label))) {
                        patch.withObject("/metadata/labels").put(label, value);
                    }
                });
        JsonNode there = workload.spec().at("predictor", "model").json();
        model.forEach(
                (path, value) -> {
                    JsonPointer at = JsonPointer.compile(MODEL + path);
                    JsonNode now = there.at(path);
                    if (value.isPresent() && !value.get().equals(now.textValue())) {
                        parent(patch, at).put(name(at), value.get());
                    } else if (value.isEmpty() && !now.isMissingNode() && !now.isNull()) {
                        parent(patch, at).putNull(name(at));
                    }
                });
        if (patch.isEmpty()) {
            return Optional.empty();
        }
        patch.withObject("/metadata").put("resourceVersion", workload.resourceVersion());
        return Optional.of(patch);
    }

    /** The forward direction takes these labels off, once they have served their purpose. */
    private static boolean isTakenOff(String label, Situation situation) {
        DomainKeys keys = situation.keys();
        return situation.strips() && (label.equals(keys.model()) || label.equals(keys.version()))
                || situation.linksInAnnotation() && label.equals(keys.link());
    }

    /** Equal while the record asks for the same. */
    String form() {
        return labels + " " + model;
    }

    private static ObjectNode parent(ObjectNode root, JsonPointer at) {
        return root.withObject(at.head());
    }

    private static String name(JsonPointer at) {
        return at.last().getMatchingProperty();
    }
}
