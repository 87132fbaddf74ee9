package dev.drover.basemodels.extractor;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How JSON of strangers is read (8.2). */
class JsonDocumentsTest {
    private static final Keep KEEP =
            Keep.members(
                    Map.of(
                            "a", Keep.SCALAR,
                            "list", Keep.TEXTS,
                            "first", Keep.FIRST_TEXT,
                            "there", Keep.PRESENCE,
                            "in", Keep.members(Map.of("a", Keep.SCALAR))));

    @TempDir Path temporary;

    @Test
    void keepsWhatIsAskedForAndNothingElse() throws Exception {
        JsonObject json =
                read(
                        """
                        {"x": {"a": 1}, "a": 7, "in": {"a": "t", "b": [1, {"a": 2}]}, "there": {"deep": [1]},
                         "list": ["p", "q"], "first": ["f", {"g": []}]}
                        """);
        assertThat(json.members()).containsOnlyKeys("a", "in", "there", "list", "first");
        assertThat(json.whole("a")).hasValue(7);
        assertThat(json.object("in").orElseThrow().members()).isEqualTo(Map.of("a", "t"));
        assertThat(json.has("there")).isTrue();
        assertThat(json.texts("list")).hasValue(List.of("p", "q"));
        assertThat(json.text("first")).hasValue("f");
    }

    @Test
    void aValueOfAnotherTypeIsAsGoodAsAbsent() throws Exception {
        JsonObject json =
                read("{\"a\": [1], \"in\": 3, \"list\": [1], \"first\": [], \"there\": null}");
        assertThat(json.whole("a")).isEmpty();
        assertThat(json.text("a")).isEmpty();
        assertThat(json.object("in")).isEmpty();
        assertThat(json.texts("list")).isEmpty();
        assertThat(json.text("first")).isEmpty();
        assertThat(json.has("there")).isFalse();
        assertThat(json.isExplicitNull("there")).isTrue();
        assertThat(json.isExplicitNull("absent")).isFalse();
    }

    @Test
    void ofAKeyThatComesTwiceTheLastCounts() throws Exception {
        JsonObject json = read("{\"a\": 1, \"in\": {\"a\": 1}, \"a\": 2, \"in\": null}");
        assertThat(json.whole("a")).hasValue(2);
        assertThat(json.object("in")).isEmpty();
    }

    @Test
    void onlyWholeNumbersAreNumbers() throws Exception {
        for (String number :
                List.of(
                        "1.0",
                        "1e3",
                        "Infinity",
                        "-Infinity",
                        "NaN",
                        "9223372036854775808",
                        "true")) {
            assertThat(read("{\"a\": " + number + "}").whole("a")).as(number).isEmpty();
        }
        assertThat(read("{\"there\": NaN}").isExplicitNull("there")).isTrue();
        assertThat(read("{\"there\": Infinity}").has("there")).isTrue();
        assertThat(read("{\"a\": -9223372036854775808}").whole("a")).hasValue(Long.MIN_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"x\": INF}",
                "{\"x\": [nan]}",
                "{\"x\": +Infinity}",
                "{\"x\": Infinity1}",
                "{Infinity: 1}",
                "{\"a\": 01}",
                "{\"a\": 1,}",
                "{'a': 1}",
                "{\"a\": 1} //",
                "{\"a\": \"\t\"}",
                "{\"a\"}"
            })
    void refusesWhatOnlyLooksLikeJson(String text) {
        assertThatThrownBy(() -> read(text)).as(text).isInstanceOf(UnreadableJson.class);
    }

    @Test
    void readsUtf8WithAndWithoutMark() throws Exception {
        assertThat(read("\uFEFF{\"a\": \"模型\"}").text("a")).hasValue("模型");
        assertThat(read("{\"a\": \"模型\"}").text("a")).hasValue("模型");
    }

    @Test
    void refusesOtherEncodings() {
        assertThatThrownBy(() -> read("{\"a\": \"x\"}".getBytes(UTF_16)))
                .isInstanceOf(UnreadableJson.class);
        assertThatThrownBy(() -> read("{\"x\": \"é\"}".getBytes(ISO_8859_1)))
                .isInstanceOf(UnreadableJson.class)
                .hasMessageStartingWith("it is not UTF-8");
    }

    @Test
    void readsTwoHundredLevelsAndNoMore() throws Exception {
        assertThat(read(nested(200)).members()).isEmpty();
        assertThatThrownBy(() -> read(nested(201)))
                .isInstanceOf(UnreadableJson.class)
                .hasMessageStartingWith("it is nested deeper than 200");
        assertThatThrownBy(() -> read("{\"x\": " + "[".repeat(5_000_000)))
                .isInstanceOf(UnreadableJson.class);
    }

    @Test
    void aListThatIsTooLongIsNotKept() throws Exception {
        String one = "\"" + "p".repeat(1000) + "\"";
        assertThat(read("{\"list\": [" + (one + ",").repeat(1000) + one + "]}").texts("list"))
                .isPresent();
        assertThat(read("{\"list\": [" + (one + ",").repeat(1100) + one + "]}").texts("list"))
                .isEmpty();
        assertThat(read("{\"list\": [" + "\"\",".repeat(10_000) + "\"\"]}").texts("list"))
                .isEmpty();
    }

    private static String nested(int depth) {
        return "{\"x\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}";
    }

    private JsonObject read(String text) throws IOException, UnreadableJson {
        return read(text.getBytes(UTF_8));
    }

    private JsonObject read(byte[] bytes) throws IOException, UnreadableJson {
        return JsonDocuments.read(Files.write(temporary.resolve("a.json"), bytes), KEEP);
    }
}
