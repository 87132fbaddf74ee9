package dev.drover.basemodels.extractor;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of a JSON value while it streams by. The files are of strangers and may hold
 * millions of values, so memory is bounded by what is asked for, not by what is there.
 */
interface Keep {
    /** Texts of a list that are kept; a list that is longer is of no use. */
    int MAX_TEXTS = 10_000;

    /** Characters of such a list together. */
    int MAX_CHARACTERS = 1 << 20;

    /** A text, whole number or truth value as it is, of anything else only that it is there. */
    Keep SCALAR =
            at ->
                    switch (at.currentToken()) {
                        case VALUE_STRING -> at.getText();
                        case VALUE_NUMBER_INT ->
                                at.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                                        ? JsonObject.OTHER
                                        : (Object) at.getLongValue();
                        case VALUE_TRUE, VALUE_FALSE -> at.getBooleanValue();
                        default -> other(at);
                    };

    /** Whether it is there, and whether it is null. */
    Keep PRESENCE = Keep::other;

    /** The first element of a list, if it is a text. */
    Keep FIRST_TEXT =
            at -> {
                if (at.currentToken() != JsonToken.START_ARRAY) {
                    return other(at);
                }
                Object first =
                        JsonDocuments.next(at) == JsonToken.VALUE_STRING
                                ? at.getText()
                                : JsonObject.OTHER;
                while (at.currentToken() != JsonToken.END_ARRAY) {
                    JsonDocuments.skip(at);
                    JsonDocuments.next(at);
                }
                return first;
            };

    /** The texts of a list, when it holds nothing else and not more than the bounds above. */
    Keep TEXTS =
            at -> {
                if (at.currentToken() != JsonToken.START_ARRAY) {
                    return other(at);
                }
                List<String> texts = new ArrayList<>();
                int room = MAX_CHARACTERS;
                boolean usable = true;
                while (JsonDocuments.next(at) != JsonToken.END_ARRAY) {
                    usable =
                            usable
                                    && at.currentToken() == JsonToken.VALUE_STRING
                                    && texts.size() < MAX_TEXTS
                                    && (room -= at.getTextLength()) >= 0;
                    if (usable) {
                        texts.add(at.getText());
                    } else {
                        JsonDocuments.skip(at);
                    }
                }
                return usable ? List.copyOf(texts) : JsonObject.OTHER;
            };

    /** Reads the value that the parser stands on, to its last token. */
    Object of(JsonParser at) throws IOException;

    /** An object with these members; of a member that comes twice, the last counts. */
    static Keep members(Map<String, Keep> members) {
        return at -> {
            if (at.currentToken() != JsonToken.START_OBJECT) {
                return other(at);
            }
            Map<String, Object> kept = new LinkedHashMap<>();
            while (JsonDocuments.next(at) != JsonToken.END_OBJECT) {
                String name = at.currentName();
                JsonDocuments.next(at);
                Keep keep = members.get(name);
                if (keep == null) {
                    JsonDocuments.skip(at);
                } else {
                    kept.put(name, keep.of(at));
                }
            }
            return new JsonObject(kept);
        };
    }

    /** An object whose members are all read alike; one with more of them is of no use. */
    static Keep each(Keep keep, int most) {
        return at -> {
            if (at.currentToken() != JsonToken.START_OBJECT) {
                return other(at);
            }
            Map<String, Object> kept = new LinkedHashMap<>();
            boolean usable = true;
            while (JsonDocuments.next(at) != JsonToken.END_OBJECT) {
                String name = at.currentName();
                JsonDocuments.next(at);
                usable &= kept.size() < most;
                if (usable) {
                    kept.put(name, keep.of(at));
                } else {
                    JsonDocuments.skip(at);
                }
            }
            return usable ? new JsonObject(kept) : JsonObject.OTHER;
        };
    }

    private static Object other(JsonParser at) throws IOException {
        boolean nothing = JsonDocuments.isNull(at);
        JsonDocuments.skip(at);
        return nothing ? JsonObject.NULL : JsonObject.OTHER;
    }
}
