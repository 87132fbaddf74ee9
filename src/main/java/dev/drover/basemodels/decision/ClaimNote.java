package dev.drover.basemodels.decision;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.Claim;
import dev.drover.basemodels.objects.Shown;
import dev.drover.basemodels.objects.StorageUri;
import java.util.List;
import java.util.Optional;

/** The annotation {@code drover.dev/pvc}: what the storage URI stands for. */
final class ClaimNote {
    static final String ANNOTATION = "drover.dev/pvc";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> WHICH = List.of("namespace", "name", "subPath");
    private static final int MAX_BYTES = 2048;

    private ClaimNote() {}

    /**
     * The annotation's text.
     *
     * @param claim when it is absent and the model already has a note about it, that one stays: the
     *     claim may be back in a moment
     * @param told for CRDs without conditions: what users are told
     */
    static String text(
            BaseModel model, StorageUri uri, Optional<Claim> claim, Optional<Verdict> told) {
        ObjectNode note = JSON.createObjectNode();
        note.put("namespace", uri.claim().namespace()).put("name", uri.claim().name());
        claim.ifPresent(it -> describe(note, it));
        note.put("subPath", uri.shownPath());
        JsonNode present = read(model);
        boolean known = WHICH.stream().allMatch(key -> note.path(key).equals(present.path(key)));
        ObjectNode wanted = claim.isEmpty() && known ? present.<ObjectNode>deepCopy() : note;
        wanted.remove(List.of("cause", "message"));
        told.ifPresent(
                it -> wanted.put("cause", it.cause().word()).put("message", message(model, it)));
        return fitting(wanted);
    }

    /** Without a legal URI there is nothing to note but what users are told. */
    static String text(BaseModel model, Verdict told) {
        return fitting(
                JSON.createObjectNode()
                        .put("cause", told.cause().word())
                        .put("message", message(model, told)));
    }

    /** The present one where only the words of others changed. */
    private static String message(BaseModel model, Verdict verdict) {
        String before = message(model);
        return Verdict.essence(before).equals(Verdict.essence(verdict.message()))
                ? before
                : verdict.message();
    }

    private static void describe(ObjectNode note, Claim claim) {
        put(note, "uid", claim.uid());
        note.put("phase", claim.phase().word());
        if (!claim.accessModes().isEmpty()) {
            claim.accessModes().forEach(note.withArray("/accessModes")::add);
        }
        note.put("volumeMode", claim.block() ? "Block" : "Filesystem");
        claim.storageClass().ifPresent(name -> note.put("storageClass", name));
        put(note, "capacity", claim.capacity());
    }

    private static void put(ObjectNode note, String key, String text) {
        if (!text.isEmpty()) {
            note.put(key, text);
        }
    }

    /** At most 2 KiB: what can be long gives way. */
    private static String fitting(ObjectNode note) {
        String text = note.toString();
        for (String key : List.of("message", "subPath")) {
            while (text.getBytes(UTF_8).length > MAX_BYTES
                    && note.path(key).asText().length() > 20) {
                String value = note.path(key).asText();
                note.put(key, Shown.cut(value, value.length() * 9 / 10));
                text = note.toString();
            }
        }
        return text;
    }

    /** What users were told by the note; empty when nothing. */
    static String message(BaseModel model) {
        return read(model).path("message").asText();
    }

    private static JsonNode read(BaseModel model) {
        try {
            JsonNode json = JSON.readTree(model.annotations().getOrDefault(ANNOTATION, ""));
            return json.isObject() ? json : MissingNode.getInstance();
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }
}
