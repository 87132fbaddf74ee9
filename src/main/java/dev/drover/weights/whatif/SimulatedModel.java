package dev.drover.weights.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.weights.objects.ExternalModel;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.ArrayList;
import java.util.List;

/** The ExternalModel of a run, in an API server of one object. */
final class SimulatedModel {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonNode object;

    SimulatedModel(List<Integer> weights) {
        ObjectNode model = MAPPER.createObjectNode();
        model.put("apiVersion", "inference.opendatahub.io/v1alpha1");
        model.put("kind", ExternalModel.KIND);
        model.putObject("metadata")
                .put("namespace", "what-if")
                .put("name", "model")
                .put("uid", "what-if")
                .put("resourceVersion", "1")
                .put("generation", 1);
        var refs = model.putObject("spec").putArray("externalProviderRefs");
        for (int i = 0; i < weights.size(); i++) {
            ObjectNode ref = refs.addObject();
            ref.putObject("ref").put("name", cluster(i));
            ref.put("targetModel", "model").put("weight", weights.get(i));
        }
        object = model;
    }

    /** Name of a cluster: {@code cluster-0}. */
    static String cluster(int i) {
        return "cluster-" + i;
    }

    ExternalModel read() {
        return ExternalModel.of(MAPPER.convertValue(object, GenericKubernetesResource.class));
    }

    List<Integer> weights() {
        List<Integer> weights = new ArrayList<>();
        object.at("/spec/externalProviderRefs")
                .forEach(ref -> weights.add(ref.get("weight").asInt()));
        return weights;
    }

    void apply(Intent intent) {
        object = JsonPatch.apply(intent.document(), object);
    }
}
