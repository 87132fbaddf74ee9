package dev.drover.routing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of an endpoint against the metadata of its component. */
class ComponentModelTest {
    private static final ComponentModel MODEL =
            ComponentModel.of(
                    "kubernetes-resources",
                    """
                    { "component": { "lenientProperties": false },
                      "properties": {
                        "resource": { "kind": "path", "type": "string" },
                        "operation": { "kind": "parameter", "type": "enum", "enum": [ "jsonPatch", "get" ] },
                        "concurrency": { "kind": "parameter", "type": "integer" },
                        "live": { "kind": "parameter", "type": "boolean" },
                        "backoff": { "kind": "parameter", "type": "duration" },
                        "exceptionHandler": { "kind": "parameter", "type": "object", "optionalPrefix": "consumer." },
                        "scheduler": { "kind": "parameter", "type": "object", "prefix": "scheduler.", "multiValue": true } } }
                    """);

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "operaton|get|kubernetes-resources: unknown option \"operaton\"; did you mean \"operation\"?",
                "colour|blue|kubernetes-resources: unknown option \"colour\"",
                "resourc|x|kubernetes-resources: unknown option \"resourc\"",
                "operation|put|kubernetes-resources: option \"operation\" is \"put\"; accepted: jsonPatch, get",
                "concurrency|four|kubernetes-resources: option \"concurrency\" is \"four\"; accepted: a number",
                "live|yes|kubernetes-resources: option \"live\" is \"yes\"; accepted: true, false",
                "backoff|soon|kubernetes-resources: option \"backoff\" is \"soon\"; accepted: milliseconds, or a duration such as 10s",
            })
    void refuses(String option, String value, String reason) {
        assertThatThrownBy(() -> MODEL.check(Map.of(option, value)))
                .isInstanceOf(RejectedException.class)
                .hasMessage(reason);
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "operation, json-patch",
        "operation, JSONPATCH",
        "operation, ${header.operation}",
        "concurrency, {{drover.weights.concurrency}}",
        "concurrency, 4",
        "backoff, 1000",
        "backoff, 10s",
        "backoff, 1m30s",
        "backoff, PT1S",
        "exceptionHandler, '#mine'",
        "consumer.exceptionHandler, '#mine'",
        "scheduler.name, x",
    })
    void takes(String option, String value) {
        assertThatCode(() -> MODEL.check(Map.of(option, value))).doesNotThrowAnyException();
    }
}
