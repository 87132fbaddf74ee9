package dev.drover.weights.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The grammar of spec weights 5.3, line by line. */
class ExpositionReaderTest {
    private static final String KV = "vllm:kv_cache_usage_perc";

    static Stream<Arguments> accepted() {
        return Stream.of(
                arguments("no labels", KV + " 0.42", "{" + KV + "=0.42}"),
                arguments(
                        "escapes of quote and backslash",
                        KV + "{model_name=\"a\\\"b\\\\\",engine=\"0\"} 0.42",
                        "{" + KV + "|model_name=a\"b\\|engine=0=0.42}"),
                arguments("escaped line feed", KV + "{a=\"x\\ny\"} 1", "{" + KV + "|a=x\ny=1.0}"),
                arguments(
                        "other escapes stay", KV + "{a=\"\\d\\t\"} 1", "{" + KV + "|a=\\d\\t=1.0}"),
                arguments(
                        "blanks around every token",
                        KV + " {\ta =\t\"x\" , } \t 2 ",
                        "{" + KV + "|a=x=2.0}"),
                arguments("blanks in front of the line", " \t" + KV + " 2", "{" + KV + "=2.0}"),
                arguments("empty braces", KV + "{} 2", "{" + KV + "=2.0}"),
                arguments("name in quotes", "{ \"" + KV + "\", a=\"x\"} 2", "{" + KV + "|a=x=2.0}"),
                arguments("name in quotes alone", "{\"" + KV + "\"} 2", "{" + KV + "=2.0}"),
                arguments(
                        "label name in quotes",
                        KV + "{\"odd key\"=\"x\"} 2",
                        "{" + KV + "|odd key=x=2.0}"),
                arguments(
                        "brackets in a value",
                        KV + "{a=\"x} 7 # {\"} 2",
                        "{" + KV + "|a=x} 7 # {=2.0}"),
                arguments(
                        "a value may be UTF-8",
                        KV + "{a=\"Modèle 模型 🦙\"} 2",
                        "{" + KV + "|a=Modèle 模型 🦙=2.0}"),
                arguments(
                        "underscore for the colon",
                        "vllm_kv_cache_usage_perc 2",
                        "{" + KV + "=2.0}"),
                arguments(
                        "CR before LF",
                        KV + " 2\r\n" + KV + "{a=\"x\"} 3\r\n",
                        "{" + KV + "=2.0, " + KV + "|a=x=3.0}"),
                arguments("byte order mark", "\uFEFF" + KV + " 2", "{" + KV + "=2.0}"),
                arguments("exemplar", KV + " 2 # {trace=\"x\"} 9 1", "{" + KV + "=2.0}"),
                arguments("fresh timestamp", KV + " 2 1796039999000", "{" + KV + "=2.0}"),
                arguments("old timestamp is dropped", KV + " 2 1796039690000", "{}"),
                arguments("seconds with a point", KV + " 2 1796039999.5", "{" + KV + "=2.0}"),
                arguments("old seconds with a point", KV + " 2 1796039690.0", "{}"),
                arguments(
                        "later line of a series counts",
                        KV + "{a=\"x\",b=\"y\"} 1\n" + KV + "{b=\"y\",a=\"x\"} 2",
                        "{" + KV + "|a=x|b=y=2.0}"),
                arguments("longer name is another family", KV + "_total 2", "{}"),
                arguments(
                        "unwanted lines may be anything",
                        "x{' 1\nvllm:x 'y\n{} 1\n\"\n" + KV + " 2",
                        "{" + KV + "=2.0}"),
                arguments(
                        "comments carry no meaning",
                        "# TYPE " + KV + " lies\n#\n# EOF\n" + KV + " 2",
                        "{" + KV + "=2.0}"),
                arguments("empty page", "", "{}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void accepted(String because, String page, String series) {
        assertThat(Pages.read(page)).isEqualTo(series);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{model_name='m'} 0.4",
                "{a=\"x\" b=\"y\"} 1",
                "{=\"x\"} 1",
                "{\"\"=\"x\"} 1",
                "{a} 1",
                "{a=\"x\"",
                "{a=\"x} 1",
                "{,} 1",
                "{a=\"x\"}1",
                "{1a=\"x\"} 1",
                "{a:b=\"x\"} 1",
                " true",
                " 0x1p3",
                " 1_000",
                " 1d",
                " 1f",
                " .",
                " +",
                " e5",
                " 1e",
                " 1e+",
                " --1",
                " +NaN",
                " nano",
                " 1 2 3",
                " 1 NaN",
                " 1 1.",
                " 1 .5",
                " 1 1e3",
                " 1# x",
                ".x 1",
                " 1\u00a0"
            })
    void refusesAWantedLineThatDoesNotFit(String rest) {
        assertThat(Pages.read(KV + rest + "\n")).isEqualTo("parse");
        assertThat(Pages.read("other" + rest + "\n" + KV + " 1\n")).isEqualTo("{" + KV + "=1.0}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                ".5",
                "42.",
                "1e-3",
                "+0.25",
                "1E5",
                "1e05",
                "672.9518015384674",
                "0.42000000000000004",
                "1796028723.94",
                "5e-324",
                "1e400",
                "123456789012345678901234567890",
                "2.2250738585072011e-308",
                "9007199254740993",
                "0.1e1",
                "17976931348623157e292",
                "00012",
                "1e-22",
                "1e22",
                "1e23"
            })
    void readsNumbersAsJavaDoes(String number) {
        assertThat(Pages.read(KV + " " + number))
                .isEqualTo("{" + KV + "=" + Double.parseDouble(number) + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN=NaN",
                "nan=NaN",
                "Inf=Infinity",
                "+inf=Infinity",
                "-INFINITY=-Infinity"
            })
    void readsTheNamesOfSpecialValues(String pair) {
        String[] text = pair.split("=", -1);
        assertThat(Pages.read(KV + " " + text[0])).isEqualTo("{" + KV + "=" + text[1] + "}");
    }

    @Test
    void takesALastLineWithoutLineFeedOnlyFromAFramedTransfer() {
        byte[] page = Pages.utf8(KV + " 0.42");
        assertThat(Pages.read(page, true, Pages.LIMITS)).isEqualTo("{" + KV + "=0.42}");
        assertThat(Pages.read(page, false, Pages.LIMITS)).isEqualTo("truncated");
        assertThat(Pages.read(Pages.utf8(KV + " 1\n# x"), false, Pages.LIMITS))
                .isEqualTo("truncated");
        assertThat(Pages.read(Pages.utf8(KV + " 1\n"), false, Pages.LIMITS))
                .isEqualTo("{" + KV + "=1.0}");
    }

    @Test
    void refusesTextThatIsNotUtf8OnWantedLinesOnly() {
        byte[] page = Pages.utf8(KV + "{a=\"?\"} 1\n");
        page[KV.length() + 4] = (byte) 0xC0;
        assertThat(Pages.read(page, true, Pages.LIMITS)).isEqualTo("parse");
        page[0] = 'w';
        assertThat(Pages.read(page, true, Pages.LIMITS)).isEqualTo("{}");
    }

    @Test
    void endsAtTheFirstExcess() {
        byte[] page =
                Pages.utf8("junk".repeat(100) + "\n" + KV + "{a=\"x\"} 1\n" + KV + "{a=\"y\"} 1\n");
        assertThat(Pages.read(page, true, new Limits(page.length, 33, 2))).contains("=1.0");
        assertThat(Pages.read(page, true, new Limits(page.length - 1, 33, 2)))
                .isEqualTo("body_too_large");
        assertThat(Pages.read(page, true, new Limits(page.length, 32, 2)))
                .isEqualTo("line_too_long");
        assertThat(Pages.read(page, true, new Limits(page.length, 33, 1)))
                .isEqualTo("too_many_series");
    }

    @Test
    void saysWhichLineIsBrokenAndShowsItEscaped() {
        byte[] page = Pages.utf8("# x\n" + KV + "{a='\u0007'} 1\n");
        assertThat(Pages.failure(page, Pages.LIMITS))
                .isEqualTo("line 2 is no sample of the text format: " + KV + "{a='\\u0007'} 1");
        byte[] endless = Pages.utf8(KV + " " + "y".repeat(5000) + "\n");
        assertThat(Pages.failure(endless, Pages.LIMITS).length()).isLessThan(260);
    }

    @Test
    void isReadyForTheNextPageAfterAFailure() throws PageException {
        ExpositionReader reader = Pages.reader(Pages.LIMITS);
        reader.begin((family, labels, value) -> {});
        byte[] cut = Pages.utf8(KV + "{a=\"x\"} 0.");
        reader.feed(cut, 0, cut.length);
        double[] seen = new double[1];
        reader.begin((family, labels, value) -> seen[0] += value);
        byte[] whole = Pages.utf8("5 1\n" + KV + " 3\n");
        reader.feed(whole, 0, whole.length);
        reader.end(false);
        assertThat(seen[0]).isEqualTo(3);
    }
}
