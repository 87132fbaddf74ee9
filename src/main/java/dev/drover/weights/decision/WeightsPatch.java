package dev.drover.weights.decision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ProviderRef;

/**
 * The JSON Patch of a decision. It tests what it is based on and nothing else, so that it fails
 * when the same refs were edited and not when somebody wrote the status; all tests come before all
 * writes. Numbers are integers: the API server compares them by their text.
 */
final class WeightsPatch {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String STATE = "/metadata/annotations/drover.dev~1weights";

    private final ArrayNode tests = NODES.arrayNode();
    private final ArrayNode writes = NODES.arrayNode();

    private WeightsPatch() {}

    /**
     * @param weights for the whole list; those that stand in the object already are not written
     * @param state text of the annotation
     */
    static ArrayNode of(ExternalModel model, int[] weights, String state) {
        WeightsPatch patch = new WeightsPatch();
        patch.weights(model, weights);
        patch.annotation(model, state);
        return NODES.arrayNode().addAll(patch.tests).addAll(patch.writes);
    }

    /**
     * Gives a model back: the weights, and no state any more.
     *
     * @param weights for the whole list; those that stand in the object already are not written
     */
    static ArrayNode withoutState(ExternalModel model, int[] weights) {
        WeightsPatch patch = new WeightsPatch();
        patch.weights(model, weights);
        String before = model.annotations().get(ExternalModel.STATE_ANNOTATION);
        if (before != null) {
            patch.test(STATE, TextNode.valueOf(before));
            patch.writes.add(NODES.objectNode().put("op", "remove").put("path", STATE));
        }
        return NODES.arrayNode().addAll(patch.tests).addAll(patch.writes);
    }

    private void weights(ExternalModel model, int[] weights) {
        for (ProviderRef ref : model.refs()) {
            if (weights[ref.index()] != ref.weight()) {
                weight(ref, weights[ref.index()]);
            }
        }
    }

    private void weight(ProviderRef ref, int weight) {
        String entry = "/spec/externalProviderRefs/" + ref.index();
        test(entry + "/ref/name", TextNode.valueOf(ref.provider().name()));
        if (ref.namespaceGiven()) {
            test(entry + "/ref/namespace", TextNode.valueOf(ref.provider().namespace()));
        }
        test(entry + "/targetModel", TextNode.valueOf(ref.targetModel()));
        if (ref.storedWeight() != null) {
            test(entry + "/weight", ref.storedWeight());
        }
        add(entry + "/weight", IntNode.valueOf(weight));
    }

    private void annotation(ExternalModel model, String state) {
        String before = model.annotations().get(ExternalModel.STATE_ANNOTATION);
        if (before != null) {
            test(STATE, TextNode.valueOf(before));
        } else if (!model.annotated()) {
            // An add below a member that is absent fails; adding the member replaces what others
            // may have added meanwhile, which the test of the version rules out.
            test("/metadata/resourceVersion", TextNode.valueOf(model.resourceVersion()));
            add("/metadata/annotations", NODES.objectNode());
        }
        add(STATE, TextNode.valueOf(state));
    }

    private void test(String path, JsonNode value) {
        tests.add(operation("test", path, value));
    }

    private void add(String path, JsonNode value) {
        writes.add(operation("add", path, value));
    }

    private static ObjectNode operation(String op, String path, JsonNode value) {
        ObjectNode operation = NODES.objectNode();
        operation.put("op", op);
        operation.put("path", path);
        operation.set("value", value);
        return operation;
    }
}
