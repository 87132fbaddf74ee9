package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each type takes and what it says to the rest. */
class KeyTypeTest {
    private static final Map<String, KeyType<?>> TYPES =
            Map.ofEntries(
                    Map.entry("duration", KeyType.duration("100ms", "1h")),
                    Map.entry("size", KeyType.size("1KiB", "1GiB")),
                    Map.entry("int", KeyType.integer(-1, 20)),
                    Map.entry("number", KeyType.number("0", "1")),
                    Map.entry("bool", KeyType.bool()),
                    Map.entry("port", KeyType.port()),
                    Map.entry("label", KeyType.dnsLabel(20)),
                    Map.entry("namespace", KeyType.namespace()),
                    Map.entry("namespaces", KeyType.listOf(KeyType.namespace())),
                    Map.entry("selector", KeyType.labelSelector()),
                    Map.entry("ip", KeyType.ip()),
                    Map.entry("network", KeyType.network()),
                    Map.entry("glob", KeyType.glob()),
                    Map.entry("path", KeyType.path()));

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            emptyValue = "",
            value = {
                "duration|100ms|PT0.1S",
                "duration|1h|PT1H",
                "duration|90s|PT1M30S",
                "size|8MiB|8388608",
                "size|65536|65536",
                "size|64KiB|65536",
                "size|1GiB|1073741824",
                "int|-1|-1",
                "number|.5|0.5",
                "number|1e-1|0.1",
                "bool|TRUE|true",
                "port|65535|65535",
                "label|''|''",
                "label|blue-2|blue-2",
                "namespaces|a, b,a|[a, b]",
                "namespaces|''|[]",
                "selector|a/b=true,!c|a/b=true,!c",
                "selector|tier in (gold, silver),x notin (y)|tier in (gold, silver),x notin (y)",
                "selector|a==b,c!=d,e|a==b,c!=d,e",
                "selector|''|''",
                "ip|::1|::1",
                "network|fe80::/10|fe80:0:0:0:0:0:0:0/10",
                "network|10.1.2.3/32|10.1.2.3/32",
                "glob|*.Example.com|*.example.com",
                "path|/etc/drover/routes|/etc/drover/routes",
            })
    void reads(String type, String text, String value) {
        assertThat(TYPES.get(type).reader().apply(text)).hasToString(value);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            emptyValue = "",
            quoteCharacter = '`',
            value = {
                "duration|1w|\"1w\" is not a duration (100ms, 10s, 5m, 1h)",
                "duration|1d|\"1d\" is above 1h",
                "duration|1.5s|\"1.5s\" is not a duration (100ms, 10s, 5m, 1h)",
                "duration|``|\"\" is not a duration (100ms, 10s, 5m, 1h)",
                "duration|99ms|\"99ms\" is below 100ms",
                "duration|61m|\"61m\" is above 1h",
                "size|8M|\"8M\" is not a size (64KiB, 8MiB)",
                "size|-1|\"-1\" is not a size (64KiB, 8MiB)",
                "size|1023|\"1023\" is below 1KiB",
                "int|1e3|\"1e3\" is not a whole number",
                "int|99999999999|\"99999999999\" is not a whole number",
                "int|21|\"21\" is above 20",
                "number|0x1p3|\"0x1p3\" is not a number",
                "number|1d|\"1d\" is not a number",
                "number|Infinity|\"Infinity\" is not a number",
                "bool|yes|\"yes\" is not true or false",
                "port|0|\"0\" is below 1",
                "port|tcp://10.0.0.1:80|\"tcp://10.0.0.1:80\" is not a whole number",
                "label|Blue|\"Blue\" is not a DNS label",
                "label|-a|\"-a\" is not a DNS label",
                "label|abcdefghijklmnopqrstu|\"abcdefghijklmnopqrstu\" is longer than 20"
                        + " characters",
                "namespace|``|\"\" is not a DNS label",
                "namespaces|a,,b|\"\" is not a DNS label",
                "namespaces|a,B|\"B\" is not a DNS label",
                "selector|a=b=c|\"a=b=c\" is not a label selector",
                "selector|a in b|\"a in b\" is not a label selector",
                "selector|a,|\"a,\" is not a label selector",
                "ip|localhost|\"localhost\" is not an IP address",
                "ip|256.1.1.1|\"256.1.1.1\" is not an IP address",
                "network|10.0.0.0/33|\"10.0.0.0/33\" is not a network",
                "network|10.0.0.0/|\"10.0.0.0/\" is not a network",
                "network|example.com/8|\"example.com/8\" is not a network",
                "glob|a b|\"a b\" is not a host name pattern",
            })
    void refuses(String type, String text, String message) {
        assertThatThrownBy(() -> TYPES.get(type).reader().apply(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void escapesAndCutsWhatItQuotes() {
        assertThat(Quoted.text("a\"b\\c\n\u0007")).isEqualTo("\"a\\\"b\\\\c\\u000a\\u0007\"");
        assertThat(Quoted.text("😀".repeat(201))).isEqualTo("\"" + "😀".repeat(200) + "…\"");
        assertThat(Quoted.text("x".repeat(200))).isEqualTo("\"" + "x".repeat(200) + "\"");
    }

    @Test
    void saysWhatIsAccepted() {
        assertThat(KeyType.duration("1s", "").accepted()).isEqualTo("1s or more");
        assertThat(KeyType.listOf(KeyType.word("a flow", "a", "b")).accepted()).isEqualTo("a, b");
        assertThat(List.of(KeyType.bool().accepted(), KeyType.port().accepted()))
                .containsExactly("true, false", "1 to 65535");
    }
}
