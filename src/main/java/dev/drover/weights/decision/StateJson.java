package dev.drover.weights.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.weights.objects.Trees;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The annotation's text: one line of compact JSON whose keys keep their order, so that the same
 * state is the same text. Unknown keys are ignored on reading and dropped at the next write.
 */
final class StateJson {
    private static final int VERSION = 1;
    private static final int LAST_STAGE = 5;
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private StateJson() {}

    static String write(WeightsState state) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("version", VERSION);
        root.put("at", state.at().truncatedTo(ChronoUnit.SECONDS).toString());
        root.put("reason", state.reason());
        var refs = root.putArray("refs");
        state.entries().forEach(entry -> refs.add(write(entry)));
        return root.toString();
    }

    private static ObjectNode write(StateEntry entry) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("ref", entry.key().ref());
        if (!entry.key().namespace().isEmpty()) {
            node.put("namespace", entry.key().namespace());
        }
        node.put("targetModel", entry.key().targetModel());
        node.put("baseline", entry.baseline());
        node.put("applied", entry.applied());
        entry.zero().ifPresent(zero -> node.put("zero", zero));
        entry.before().ifPresent(before -> node.put("before", fourDecimals(before)));
        entry.ramp().ifPresent(ramp -> node.put("ramp", ramp));
        return node;
    }

    private static BigDecimal fourDecimals(double share) {
        BigDecimal rounded = BigDecimal.valueOf(share).setScale(4, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
    }

    /** The state, or empty for a text that is none or that a later version wrote. */
    static Optional<WeightsState> read(String text) {
        try {
            return read(MAPPER.readTree(text));
        } catch (JsonProcessingException | DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<WeightsState> read(JsonNode root) {
        JsonNode version = root.path("version");
        if (!version.isIntegralNumber() || !version.asText().equals(String.valueOf(VERSION))) {
            return Optional.empty();
        }
        Instant at = Instant.parse(root.path("at").asText());
        List<StateEntry> entries = new ArrayList<>();
        for (JsonNode node : root.path("refs")) {
            Optional<StateEntry> entry = entry(node);
            if (entry.isEmpty()) {
                return Optional.empty();
            }
            entries.add(entry.get());
        }
        if (!root.path("refs").isArray()) {
            return Optional.empty();
        }
        return Optional.of(new WeightsState(at, Trees.text(root.path("reason")), counted(entries)));
    }

    private static Optional<StateEntry> entry(JsonNode node) {
        boolean complete =
                node.path("ref").isTextual()
                        && node.path("targetModel").isTextual()
                        && isWeight(node.path("baseline"))
                        && isWeight(node.path("applied"));
        if (!complete) {
            return Optional.empty();
        }
        RefKey key =
                new RefKey(
                        Trees.text(node.path("namespace")),
                        node.path("ref").asText(),
                        node.path("targetModel").asText(),
                        0);
        return Optional.of(
                new StateEntry(
                        key,
                        node.path("baseline").asInt(),
                        node.path("applied").asInt(),
                        Optional.of(Trees.text(node.path("zero"))).filter(zero -> !zero.isEmpty()),
                        share(node.path("before")),
                        stage(node.path("ramp"))));
    }

    private static boolean isWeight(JsonNode node) {
        return node.isInt() && node.asInt() >= 0 && node.asInt() <= 100;
    }

    private static OptionalDouble share(JsonNode node) {
        double share = node.isNumber() ? node.asDouble() : -1;
        return share >= 0 && share <= 1 ? OptionalDouble.of(share) : OptionalDouble.empty();
    }

    private static OptionalInt stage(JsonNode node) {
        return node.isInt() && node.asInt() >= 0 && node.asInt() <= LAST_STAGE
                ? OptionalInt.of(node.asInt())
                : OptionalInt.empty();
    }

    /** Numbers entries of the same triple in the order of the text. */
    private static List<StateEntry> counted(List<StateEntry> entries) {
        List<RefKey> keys = RefKey.counted(entries.stream().map(StateEntry::key).toList());
        List<StateEntry> counted = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            StateEntry entry = entries.get(i);
            counted.add(
                    new StateEntry(
                            keys.get(i),
                            entry.baseline(),
                            entry.applied(),
                            entry.zero(),
                            entry.before(),
                            entry.ramp()));
        }
        return counted;
    }
}
