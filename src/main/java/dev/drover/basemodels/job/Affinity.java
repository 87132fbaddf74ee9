package dev.drover.basemodels.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Where a Job may run: what the configuration says, and what the model says, and where the claim is
 * mounted. Terms of a node selector are alternatives, so "and" is every pair of them joined.
 */
final class Affinity {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String NODE = "nodeAffinity";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";

    private Affinity() {}

    /**
     * The Pod's {@code affinity}, an empty object when there is nothing to say.
     *
     * @param configured a Pod's {@code affinity}, perhaps empty
     * @param model a {@code nodeAffinity}, perhaps missing
     */
    static ObjectNode of(JsonNode configured, JsonNode model, Optional<String> node) {
        ObjectNode affinity = configured.isObject() ? configured.deepCopy() : NODES.objectNode();
        ArrayNode terms =
                joined(
                        joined(terms(affinity.path(NODE)), terms(model)),
                        node.map(Affinity::mountedOn).orElseGet(NODES::arrayNode));
        if (!terms.isEmpty()) {
            affinity.withObject("/" + NODE + "/" + REQUIRED).set(TERMS, terms);
        }
        if (!model.path(PREFERRED).isEmpty()) {
            ArrayNode preferred = affinity.withObject("/" + NODE).withArray("/" + PREFERRED);
            model.path(PREFERRED).forEach(preferred::add);
        }
        return affinity;
    }

    private static JsonNode terms(JsonNode nodeAffinity) {
        return nodeAffinity.path(REQUIRED).path(TERMS);
    }

    private static ArrayNode mountedOn(String node) {
        ArrayNode terms = NODES.arrayNode();
        ObjectNode field = terms.addObject().putArray("matchFields").addObject();
        field.put("key", "metadata.name").put("operator", "In").putArray("values").add(node);
        return terms;
    }

    /** Every pair; an absent side asks for nothing. */
    private static ArrayNode joined(JsonNode some, JsonNode others) {
        if (some.isEmpty() || others.isEmpty()) {
            return copy(some.isEmpty() ? others : some);
        }
        ArrayNode pairs = NODES.arrayNode();
        for (JsonNode one : some) {
            for (JsonNode other : others) {
                ObjectNode pair = pairs.addObject();
                join(pair, "matchExpressions", one, other);
                join(pair, "matchFields", one, other);
            }
        }
        return pairs;
    }

    private static ArrayNode copy(JsonNode terms) {
        ArrayNode copy = NODES.arrayNode();
        terms.forEach(term -> copy.add(term.deepCopy()));
        return copy;
    }

    private static void join(ObjectNode pair, String key, JsonNode one, JsonNode other) {
        if (one.path(key).isEmpty() && other.path(key).isEmpty()) {
            return;
        }
        ArrayNode both = pair.putArray(key);
        one.path(key).forEach(both::add);
        other.path(key).forEach(both::add);
    }
}
