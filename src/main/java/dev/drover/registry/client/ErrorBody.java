package dev.drover.registry.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The registry's form of an error: a JSON object with {@code code} and {@code message}. */
final class ErrorBody {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** More than any message that is worth showing. */
    private static final int LONGEST = 64 * 1024;

    private ErrorBody() {}

    /** Its message; empty when the body is anything else. Reads no more than it needs. */
    static Optional<String> message(String contentType, InputStream body) throws IOException {
        if (!MediaType.isJson(contentType)) {
            return Optional.empty();
        }
        byte[] text = body.readNBytes(LONGEST);
        try {
            JsonNode error = JSON.readTree(text);
            return error != null
                            && error.path("code").isTextual()
                            && error.path("message").isTextual()
                    ? Optional.of(error.get("message").asText())
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
