package dev.drover.basemodels.extractor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * The reader of headers agrees with a general parser about what is JSON, and about what it says.
 */
class JsonBytesProperties {
    private static final JsonFactory JACKSON = new JsonFactory();

    @Property(tries = 1000)
    void passesOverEveryDocument(
            @ForAll("documents") String document, @ForAll @IntRange(min = 1, max = 9) int piece) {
        assertThat(accepted(document, piece)).as(document).isTrue();
    }

    @Property(tries = 3000)
    void refusesWhatAGeneralParserRefuses(
            @ForAll("documents") String document,
            @ForAll @IntRange(max = 200) int at,
            @ForAll("bytes") String byteOrNone,
            @ForAll @IntRange(min = 1, max = 9) int piece) {
        int cut = at % document.length();
        String changed = document.substring(0, cut) + byteOrNone + document.substring(cut + 1);
        assertThat(accepted(changed, piece)).as(changed).isEqualTo(acceptedByJackson(changed));
    }

    @Property(tries = 1000)
    void readsTextsAsTheyWereMeant(
            @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 9) int piece)
            throws IOException {
        String document = new ObjectMapper().writeValueAsString(text);
        assertThat(reader(document, piece).text(1000)).isEqualTo(text);
    }

    @Property(tries = 1000)
    void readsEscapedTextsAsTheyWereMeant(
            @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 9) int piece)
            throws IOException {
        String document =
                text.chars()
                        .mapToObj(unit -> String.format("\\u%04x", unit))
                        .collect(Collectors.joining("", "\"", "\""));
        assertThat(reader(document, piece).text(1000)).isEqualTo(text);
    }

    @Property(tries = 500)
    void readsNumbers(@ForAll long number, @ForAll @IntRange(min = 1, max = 9) int piece)
            throws IOException {
        long value = number & Long.MAX_VALUE;
        assertThat(reader(" " + value + ",", piece).digits()).isEqualTo(value);
    }

    @Provide
    Arbitrary<String> documents() {
        Arbitrary<String> leaf =
                Arbitraries.oneOf(
                        Arbitraries.of(
                                "true", "false", "null", "0", "-0", "12", "-1.5e+3", "2E-7",
                                "\"\""),
                        texts().filter(text -> text.codePoints().noneMatch(point -> point > 0x7e))
                                .map(JsonBytesProperties::quoted));
        return Arbitraries.recursive(
                () -> leaf,
                inner ->
                        Arbitraries.oneOf(
                                inner.list()
                                        .ofMaxSize(3)
                                        .map(list -> "[" + String.join(" ,", list) + "]"),
                                inner.list()
                                        .ofMaxSize(3)
                                        .map(
                                                list ->
                                                        list.stream()
                                                                .map(value -> "\"k\":\n" + value)
                                                                .collect(
                                                                        Collectors.joining(
                                                                                ",", "{", "}")))),
                0,
                3);
    }

    @Provide
    Arbitrary<String> bytes() {
        return Arbitraries.of(
                "", "{", "}", "[", "]", ",", ":", "\"", "\\", "0", "1", "-", "+", ".", "e", "t",
                " ", "\t", "\u0001", "/");
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "b.c_", "\"", "\\", "/", "\n", "\u0001", "é", "模", "😀")
                .list()
                .ofMaxSize(12)
                .map(list -> String.join("", list));
    }

    private static String quoted(String text) {
        try {
            return new ObjectMapper().writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static boolean accepted(String document, int piece) {
        try {
            JsonBytes json = reader(document, piece);
            json.skip();
            return json.peek() < 0;
        } catch (IOException refused) {
            return false;
        }
    }

    private static boolean acceptedByJackson(String document) {
        try (JsonParser json = JACKSON.createParser(document)) {
            JsonToken first = json.nextToken();
            if (first == null) {
                return false;
            }
            json.skipChildren();
            json.finishToken();
            return json.nextToken() == null;
        } catch (IOException refused) {
            return false;
        }
    }

    /** Pieces of a few bytes: every token once lies across the end of a buffer. */
    private static JsonBytes reader(String document, int piece) {
        InputStream whole = new ByteArrayInputStream(document.getBytes(UTF_8));
        return new JsonBytes(
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        return whole.read();
                    }

                    @Override
                    public int read(byte[] bytes, int offset, int length) throws IOException {
                        return whole.read(bytes, offset, Math.min(length, piece));
                    }
                });
    }
}
