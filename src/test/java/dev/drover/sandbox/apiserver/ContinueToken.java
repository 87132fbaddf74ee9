package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Where a list goes on: after {@code start}, as of {@code revision} (0: as it is then). */
record ContinueToken(long revision, String start) {
    /** The place of an object in a list; sorts like the store's keys. */
    static String startOf(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return metadata.path("namespace").asText() + '\0' + metadata.path("name").asText();
    }

    String encoded() {
        byte[] json = Json.bytes(Json.object().put("rv", revision).put("start", start));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    static ContinueToken decode(String text) {
        try {
            byte[] json = Base64.getUrlDecoder().decode(text);
            ObjectNode token = Json.object(new String(json, StandardCharsets.UTF_8));
            return new ContinueToken(token.get("rv").asLong(), token.get("start").asText());
        } catch (RuntimeException e) {
            throw Failure.badRequest("continue key is not valid: " + e.getMessage());
        }
    }
}
