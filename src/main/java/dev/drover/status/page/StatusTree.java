package dev.drover.status.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.drover.kubernetes.KeyView;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.status.FlowObjects;
import dev.drover.status.ObjectLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The trees behind {@code /api/v1/…}. Times are RFC 3339, durations seconds. */
final class StatusTree {
    /** Most lines of one answer. */
    static final int LIMIT = 1000;

    private static final int USUAL = 100;

    private final StatusSource source;
    private final ObjectMapper mapper =
            JsonMapper.builder()
                    .addModule(new JavaTimeModule())
                    .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                    .enable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                    .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                    .build();

    StatusTree(StatusSource source) {
        this.source = source;
    }

    JsonNode flows(List<FlowStatus> flows) {
        return mapper.createObjectNode().set("flows", mapper.valueToTree(flows));
    }

    JsonNode flow(FlowStatus flow) {
        return mapper.valueToTree(flow);
    }

    JsonNode configuration() {
        return mapper.createObjectNode().set("keys", mapper.valueToTree(source.configuration()));
    }

    JsonNode routes() {
        return mapper.createObjectNode().set("routes", mapper.valueToTree(source.routes()));
    }

    JsonNode debug() {
        return mapper.valueToTree(source.debug());
    }

    /**
     * One line an object. {@code continue} of an answer is the place of its last object: the next
     * request starts behind it, whatever came or went meanwhile.
     */
    JsonNode objects(FlowStatus flow, Map<String, String> query) {
        int limit = limit(query.get("limit"));
        String after = query.getOrDefault("continue", "");
        List<ObjectLine> found =
                source.objects(flow.name()).map(FlowObjects::lines).orElse(List.of()).stream()
                        .filter(line -> matches(query, "namespace", line.object().namespace()))
                        .filter(line -> matches(query, "state", line.state()))
                        .filter(line -> matches(query, "reason", line.reason()))
                        .filter(line -> line.object().name().contains(word(query, "name")))
                        .filter(
                                line ->
                                        after.isEmpty()
                                                || line.object().compareTo(ObjectKey.parse(after))
                                                        > 0)
                        .toList();
        ObjectNode answer = mapper.createObjectNode();
        if (!flow.leading()) {
            answer.put("leader", flow.leader());
        }
        ArrayNode objects = answer.putArray("objects");
        found.stream().limit(limit).forEach(line -> objects.add(line(line)));
        if (found.size() > limit) {
            answer.put("continue", found.get(limit - 1).object().toString());
        }
        return answer;
    }

    private ObjectNode line(ObjectLine line) {
        ObjectNode node = mapper.createObjectNode();
        node.put("kind", line.kind());
        node.put("namespace", line.object().namespace());
        node.put("name", line.object().name());
        node.put("state", line.state());
        node.put("reason", line.reason());
        node.put("decidedAt", line.decidedAt().toString());
        node.put("summary", line.summary());
        return node;
    }

    /** Everything about one object; empty for one that the flow does not know. */
    Optional<JsonNode> explain(String flow, ObjectKey object) {
        return source.objects(flow)
                .flatMap(objects -> objects.explain(object))
                .map(
                        explanation -> {
                            ObjectNode tree = mapper.valueToTree(explanation);
                            source.queued(flow, object)
                                    .ifPresent(key -> tree.set("queue", queued(key)));
                            tree.setAll(
                                    (ObjectNode)
                                            mapper.<JsonNode>valueToTree(
                                                    source.written(flow, object)));
                            return tree;
                        });
    }

    private ObjectNode queued(KeyView key) {
        ObjectNode node = mapper.createObjectNode();
        node.put("inWork", key.working());
        node.put("attempt", key.attempt());
        node.set("nextPassIn", mapper.valueToTree(key.next().orElse(null)));
        return node;
    }

    /**
     * @param hint what to do about it
     */
    JsonNode error(String error, String hint) {
        return mapper.createObjectNode().put("error", error).put("hint", hint);
    }

    private static int limit(String text) {
        try {
            return text == null ? USUAL : Math.min(LIMIT, Math.max(1, Integer.parseInt(text)));
        } catch (NumberFormatException e) {
            return USUAL;
        }
    }

    private static boolean matches(Map<String, String> query, String name, String value) {
        String wanted = word(query, name);
        return wanted.isEmpty() || wanted.equals(value);
    }

    private static String word(Map<String, String> query, String name) {
        return query.getOrDefault(name, "");
    }
}
