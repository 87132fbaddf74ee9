package dev.drover.registry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param next token of the page that follows; empty after the last one
 */
record Page<T>(List<T> items, Optional<String> next) {
    static <T> Page<T> read(JsonNode json, Function<JsonNode, T> reader) {
        if (!json.path("items").isArray()) {
            throw new WrongShape("items is no array");
        }
        if (!json.path("nextPageToken").isTextual()) {
            throw new WrongShape("nextPageToken is missing");
        }
        List<T> items = new ArrayList<>();
        json.get("items").forEach(item -> items.add(reader.apply(item)));
        String next = json.get("nextPageToken").asText();
        return new Page<>(items, next.isEmpty() ? Optional.empty() : Optional.of(next));
    }
}
