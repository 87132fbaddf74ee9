package dev.drover.basemodels.extractor;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Reads JSON files of strangers (8.2): at most 16 MiB, nested at most 200 deep, UTF-8 with or
 * without a byte order mark. Bare {@code Infinity}, {@code -Infinity} and {@code NaN}, which Python
 * writes, are numbers that no field takes, and null.
 */
final class JsonDocuments {
    static final int MAX_BYTES = 16 << 20;

    static final int BUFFER = 64 << 10;

    private static final int MAX_NESTING = 200;

    /** Longest text that is kept; texts that are passed over may be longer. */
    private static final int MAX_TEXT = 1 << 20;

    /**
     * Names are not kept: a table of the million tensor names of one header would fill the heap.
     */
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(MAX_NESTING)
                                    .maxStringLength(MAX_TEXT)
                                    .build())
                    .build();

    private static final Set<String> NO_NUMBERS = Set.of("Infinity", "-Infinity", "NaN");

    private static final int[] BYTE_ORDER_MARK = {0xEF, 0xBB, 0xBF};

    private JsonDocuments() {}

    /** A parser that reads UTF-8 and nothing else; other bytes are a CharacterCodingException. */
    static JsonParser parser(InputStream in) throws IOException {
        return FACTORY.createParser(
                new InputStreamReader(
                        in,
                        StandardCharsets.UTF_8
                                .newDecoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)));
    }

    /**
     * Reads the object that the file holds.
     *
     * @param file a regular file
     * @throws UnreadableJson when the file is no such document
     * @throws IOException when it cannot be read
     */
    static JsonObject read(Path file, Keep members) throws IOException, UnreadableJson {
        try (InputStream in = new BufferedInputStream(limited(file), BUFFER);
                JsonParser at = parser(withoutMark(in))) {
            try {
                JsonToken root = next(at);
                if (root != JsonToken.START_OBJECT) {
                    throw new UnreadableJson(
                            root == null ? "it is empty" : "its root is not an object");
                }
                JsonObject object = (JsonObject) members.of(at);
                if (at.nextToken() != null) {
                    throw new UnreadableJson("something follows its object" + position(at));
                }
                return object;
            } catch (StreamConstraintsException tooMuch) {
                throw new UnreadableJson(
                        "it is nested deeper than "
                                + MAX_NESTING
                                + " or holds a text or number that is too long"
                                + position(tooMuch.getLocation()));
            } catch (JsonProcessingException notJson) {
                throw new UnreadableJson("it is not JSON" + position(notJson.getLocation()));
            } catch (CharacterCodingException otherEncoding) {
                throw new UnreadableJson("it is not UTF-8" + position(at));
            }
        }
    }

    /**
     * The next token, null at the end. Of the numbers that are none, only Python's spellings pass:
     * Jackson knows more of them.
     */
    static JsonToken next(JsonParser at) throws IOException {
        JsonToken token = at.nextToken();
        if (token == JsonToken.VALUE_NUMBER_FLOAT
                && at.isNaN()
                && !NO_NUMBERS.contains(at.getText())) {
            throw new JsonParseException(at, "no number");
        }
        return token;
    }

    /** Passes over the value that the parser stands on. */
    static void skip(JsonParser at) throws IOException {
        int depth = 0;
        for (JsonToken token = at.currentToken(); ; token = next(at)) {
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            }
            if (depth == 0) {
                return;
            }
        }
    }

    static boolean isNull(JsonParser at) throws IOException {
        JsonToken token = at.currentToken();
        return token == JsonToken.VALUE_NULL
                || (token == JsonToken.VALUE_NUMBER_FLOAT && at.getText().equals("NaN"));
    }

    private static InputStream limited(Path file) throws IOException, UnreadableJson {
        if (Files.size(file) > MAX_BYTES) {
            throw new UnreadableJson("it has more than " + MAX_BYTES + " bytes");
        }
        return new LimitedStream(Files.newInputStream(file), MAX_BYTES);
    }

    private static InputStream withoutMark(InputStream in) throws IOException {
        in.mark(BYTE_ORDER_MARK.length);
        for (int expected : BYTE_ORDER_MARK) {
            if (in.read() != expected) {
                in.reset();
                break;
            }
        }
        return in;
    }

    private static String position(JsonParser at) {
        return position(at.currentLocation());
    }

    private static String position(JsonLocation where) {
        return where == null
                ? ""
                : " (line " + where.getLineNr() + ", column " + where.getColumnNr() + ")";
    }
}
