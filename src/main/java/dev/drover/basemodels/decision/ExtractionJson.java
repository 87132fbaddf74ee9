package dev.drover.basemodels.decision;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.Shown;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The annotation's text: compact JSON, keys in a fixed order, absent when unknown. */
final class ExtractionJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Whoever edits the annotation cannot make a sum of times overflow. */
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    private static final int MAX_BYTES = 2048;
    private static final int MESSAGE_BYTES = 600;

    private ExtractionJson() {}

    /** What is no annotation of ours, or of another version, reads as none. */
    static Extraction read(String text) {
        if (text == null) {
            return Extraction.NONE;
        }
        try {
            JsonNode json = JSON.readTree(text);
            return json.path("v").asInt() == 1 ? read(json) : Extraction.NONE;
        } catch (JsonProcessingException e) {
            return Extraction.NONE;
        }
    }

    private static Extraction read(JsonNode json) {
        return new Extraction(
                json.path("fp").asText(),
                json.path("done").asBoolean(),
                texts(json.path("fields")),
                Math.max(0, json.path("attempts").asInt()),
                json.path("job").asText(),
                json.path("jobUid").asText(),
                time(json.path("at")),
                json.path("foundAt").asText(),
                words(json.path("warnings")),
                fail(json.path("fail")),
                time(json.path("next")));
    }

    private static Optional<Extraction.Fail> fail(JsonNode fail) {
        return Cause.ofWord(fail.path("code").asText())
                .filter(cause -> cause.group() == Group.FAILED)
                .map(
                        cause ->
                                new Extraction.Fail(
                                        cause,
                                        fail.path("exit").asInt(-1),
                                        fail.path("message").asText(),
                                        time(fail.path("at")).orElse(Instant.EPOCH)));
    }

    /** At most 2 KiB: the message gives way. */
    static String write(Extraction extraction) {
        int room = MESSAGE_BYTES;
        String text = write(extraction, room);
        while (text.getBytes(UTF_8).length > MAX_BYTES && room > 0) {
            room = Math.max(0, room - 50);
            text = write(extraction, room);
        }
        return text;
    }

    private static String write(Extraction extraction, int messageBytes) {
        ObjectNode json = JSON.createObjectNode().put("v", 1);
        json.put("fp", extraction.fingerprint()).put("done", extraction.done());
        ObjectNode fields = json.putObject("fields");
        extraction.fields().forEach(fields::put);
        json.put("attempts", extraction.attempts());
        put(json, "job", extraction.job());
        put(json, "jobUid", extraction.jobUid());
        put(json, "at", extraction.at());
        put(json, "foundAt", extraction.foundAt());
        if (!extraction.warnings().isEmpty()) {
            extraction.warnings().forEach(json.withArray("/warnings")::add);
        }
        extraction.fail().ifPresent(fail -> json.set("fail", fail(fail, messageBytes)));
        put(json, "next", extraction.next());
        return json.toString();
    }

    private static ObjectNode fail(Extraction.Fail fail, int messageBytes) {
        ObjectNode json = JSON.createObjectNode().put("code", fail.cause().word());
        if (fail.exit() >= 0) {
            json.put("exit", fail.exit());
        }
        json.put("message", cut(fail.message(), messageBytes));
        put(json, "at", Optional.of(fail.at()));
        return json;
    }

    private static String cut(String text, int bytes) {
        String cut = text;
        while (cut.getBytes(UTF_8).length > bytes && cut.length() > 1) {
            cut = Shown.cut(cut, cut.length() - 1);
        }
        return cut;
    }

    private static void put(ObjectNode json, String key, String text) {
        if (!text.isEmpty()) {
            json.put(key, text);
        }
    }

    private static void put(ObjectNode json, String key, Optional<Instant> time) {
        time.ifPresent(at -> json.put(key, at.truncatedTo(ChronoUnit.SECONDS).toString()));
    }

    private static Optional<Instant> time(JsonNode node) {
        try {
            return node.isTextual()
                    ? Optional.of(Instant.parse(node.asText())).filter(LATEST::isAfter)
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new TreeMap<>();
        object.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
        return texts;
    }

    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }
}
