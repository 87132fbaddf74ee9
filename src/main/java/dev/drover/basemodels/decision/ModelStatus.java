package dev.drover.basemodels.decision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.BaseModel;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A model's {@code status}: what stands there, whether that means the same as what is wanted, and
 * the patch that makes it so. Conditions of others are copied as they are; {@code
 * lastTransitionTime} moves only when a status flips.
 */
final class ModelStatus {
    static final String SOURCE_REACHABLE = "SourceReachable";
    static final String METADATA_EXTRACTED = "MetadataExtracted";
    static final String READY = "Ready";
    static final Set<String> OURS = Set.of(SOURCE_REACHABLE, METADATA_EXTRACTED, READY);

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String CONDITIONS = "conditions";
    private static final String GENERATION = "observedGeneration";
    private static final String OUR_REASONS = "PVC";

    private final JsonNode present;
    private final boolean conditionsSupported;

    private ModelStatus(JsonNode present, boolean conditionsSupported) {
        this.present = present;
        this.conditionsSupported = conditionsSupported;
    }

    static ModelStatus of(BaseModel model, boolean conditionsSupported) {
        return new ModelStatus(model.status(), conditionsSupported);
    }

    /**
     * The patch of {@code status}.
     *
     * @param generation a number, or a reference to the one that an earlier intent leads to
     */
    ObjectNode patch(Verdict verdict, boolean bound, JsonNode generation, Instant now) {
        ObjectNode patch = NODES.objectNode();
        patch.put("state", verdict.cause().group().state());
        if (conditionsSupported) {
            patch.set(CONDITIONS, conditions(wanted(verdict, bound), verdict, generation, now));
            patch.set(GENERATION, generation);
        }
        for (String nodes : new String[] {"nodesReady", "nodesFailed"}) {
            if (!present.path(nodes).isEmpty()) {
                patch.putNull(nodes);
            }
        }
        return patch;
    }

    private ArrayNode conditions(
            Map<String, Group.Expected> wanted, Verdict verdict, JsonNode generation, Instant now) {
        ArrayNode conditions = NODES.arrayNode();
        Map<String, Group.Expected> missing = new LinkedHashMap<>(wanted);
        for (JsonNode condition : present.path(CONDITIONS)) {
            Group.Expected ours = missing.remove(condition.path("type").asText());
            conditions.add(
                    ours == null
                            ? condition.deepCopy()
                            : condition(condition, ours, verdict, generation, now));
        }
        missing.forEach(
                (type, ours) ->
                        conditions.add(
                                condition(
                                        NODES.objectNode().put("type", type),
                                        ours,
                                        verdict,
                                        generation,
                                        now)));
        return conditions;
    }

    private static ObjectNode condition(
            JsonNode before,
            Group.Expected wanted,
            Verdict verdict,
            JsonNode generation,
            Instant now) {
        ObjectNode condition = NODES.objectNode().put("type", before.path("type").asText());
        condition.put("status", wanted.status()).put("reason", wanted.reason());
        condition.put("message", verdict.message());
        String since = before.path("lastTransitionTime").asText();
        boolean flips = !wanted.status().equals(before.path("status").asText()) || since.isEmpty();
        condition.put(
                "lastTransitionTime",
                flips ? now.truncatedTo(ChronoUnit.SECONDS).toString() : since);
        condition.set(GENERATION, generation);
        return condition;
    }

    /** The status as it will be after a patch of ours. */
    ModelStatus after(ObjectNode patch) {
        return new ModelStatus(patch, conditionsSupported);
    }

    /** True when everything that means something is there already. */
    boolean says(Verdict verdict, boolean bound, long generation) {
        if (!verdict.cause().group().state().equals(state())) {
            return false;
        }
        if (!conditionsSupported) {
            return true;
        }
        return present.path(GENERATION).asLong(-1) == generation
                && wanted(verdict, bound).entrySet().stream()
                        .allMatch(
                                each ->
                                        says(
                                                condition(each.getKey()),
                                                each.getValue(),
                                                verdict,
                                                generation));
    }

    private static boolean says(
            JsonNode condition, Group.Expected wanted, Verdict verdict, long generation) {
        return wanted.status().equals(condition.path("status").asText())
                && wanted.reason().equals(condition.path("reason").asText())
                && condition.path(GENERATION).asLong(-1) == generation
                && Verdict.essence(verdict.message())
                        .equals(Verdict.essence(condition.path("message").asText()));
    }

    private static Map<String, Group.Expected> wanted(Verdict verdict, boolean bound) {
        Group group = verdict.cause().group();
        Map<String, Group.Expected> wanted = new LinkedHashMap<>();
        wanted.put(SOURCE_REACHABLE, group.sourceReachable(bound));
        wanted.put(METADATA_EXTRACTED, group.metadataExtracted());
        wanted.put(READY, group.ready());
        return wanted;
    }

    /** Empty when there is none. */
    String state() {
        return present.path("state").asText();
    }

    /**
     * Message of the condition {@code Ready}, which carries the cause; empty when there is none.
     */
    String message() {
        return condition(READY).path("message").asText();
    }

    private JsonNode condition(String type) {
        for (JsonNode condition : present.path(CONDITIONS)) {
            if (type.equals(condition.path("type").asText())) {
                return condition;
            }
        }
        return present.path("none");
    }

    /** True when a condition is ours by type and reason. */
    boolean hasOurs() {
        for (JsonNode condition : present.path(CONDITIONS)) {
            if (ours(condition)) {
                return true;
            }
        }
        return false;
    }

    /** Patch that takes our conditions away and keeps all else. */
    ObjectNode withdrawal() {
        ObjectNode patch = NODES.objectNode().put("state", state());
        ArrayNode others = patch.putArray(CONDITIONS);
        for (JsonNode condition : present.path(CONDITIONS)) {
            if (!ours(condition)) {
                others.add(condition.deepCopy());
            }
        }
        return patch;
    }

    private static boolean ours(JsonNode condition) {
        return OURS.contains(condition.path("type").asText())
                && condition.path("reason").asText().startsWith(OUR_REASONS);
    }
}
