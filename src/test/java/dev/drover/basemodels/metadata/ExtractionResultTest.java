package dev.drover.basemodels.metadata;

import static dev.drover.basemodels.metadata.MetadataField.MAX_TOKENS;
import static dev.drover.basemodels.metadata.MetadataField.MODEL_ARCHITECTURE;
import static dev.drover.basemodels.metadata.MetadataField.MODEL_CAPABILITIES;
import static dev.drover.basemodels.metadata.MetadataField.MODEL_FORMAT;
import static dev.drover.basemodels.metadata.MetadataField.MODEL_FRAMEWORK;
import static dev.drover.basemodels.metadata.MetadataField.MODEL_PARAMETER_SIZE;
import static dev.drover.basemodels.metadata.MetadataField.MODEL_TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.ExtractionResult.Failure;
import dev.drover.basemodels.metadata.ExtractionResult.Invalid;
import dev.drover.basemodels.metadata.ExtractionResult.Success;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtractionResultTest {
    private static final String SUCCESS =
            "{\"v\":1,\"fp\":\"c07d557e49f243b6\",\"ok\":true,\"foundAt\":\"config.json\","
                    + "\"fields\":{\"modelType\":\"llama\",\"modelArchitecture\":\"LlamaForCausalLM\","
                    + "\"modelFormat\":{\"name\":\"safetensors\",\"version\":\"1.0.0\"},"
                    + "\"modelFramework\":{\"name\":\"transformers\",\"version\":\"4.45.0.dev0\"},"
                    + "\"modelParameterSize\":\"1.24B\",\"maxTokens\":131072,"
                    + "\"modelCapabilities\":[\"TEXT_TO_TEXT\"]},\"parameterCount\":1235814400,"
                    + "\"parameterSource\":\"safetensors\",\"warnings\":[]}";

    private static final String FAILURE =
            "{\"v\":1,\"fp\":\"f\",\"ok\":false,\"exit\":11,\"code\":\"NoConfig\","
                    + "\"message\":\"m\",\"hint\":\"h\",\"saw\":[\"params.json\"]}";

    @Test
    void readsTheSuccessOfTheSpecification() {
        assertThat(ExtractionResult.parse(SUCCESS + "\n"))
                .isEqualTo(
                        new Success(
                                "c07d557e49f243b6",
                                "config.json",
                                new ModelMetadata(
                                        Map.of(
                                                MODEL_TYPE,
                                                "llama",
                                                MODEL_ARCHITECTURE,
                                                "LlamaForCausalLM",
                                                MODEL_FORMAT,
                                                Map.of("name", "safetensors", "version", "1.0.0"),
                                                MODEL_FRAMEWORK,
                                                Map.of(
                                                        "name",
                                                        "transformers",
                                                        "version",
                                                        "4.45.0.dev0"),
                                                MODEL_PARAMETER_SIZE,
                                                "1.24B",
                                                MAX_TOKENS,
                                                131072,
                                                MODEL_CAPABILITIES,
                                                List.of("TEXT_TO_TEXT"))),
                                OptionalLong.of(1235814400L),
                                ParameterSource.SAFETENSORS,
                                List.of()));
    }

    @Test
    void readsAFailure() {
        assertThat(ExtractionResult.parse(FAILURE))
                .isEqualTo(
                        new Failure("f", FailureCode.NO_CONFIG, "m", "h", List.of("params.json")));
    }

    @Test
    void takesTheResultOutOfTheEndOfALog() {
        assertThat(ExtractionResult.parse("WARN something\n" + FAILURE + "\nbye"))
                .isInstanceOf(Failure.class);
    }

    @Test
    void passesOverWhatItDoesNotKnow() {
        String newer =
                SUCCESS.replace("\"modelType\"", "\"vendor\":{\"a\":[1]},\"modelType\"")
                        .replace("\"v\":1,", "\"v\":1,\"when\":null,");
        assertThat(ExtractionResult.parse(newer)).isEqualTo(ExtractionResult.parse(SUCCESS));
    }

    @Test
    void aResultOfAnotherFingerprintIsNone() {
        ExtractionResult result = ExtractionResult.parse(SUCCESS);
        assertThat(result.madeFor("c07d557e49f243b6")).isSameAs(result);
        assertThat(result.madeFor("5cd77f2d786892dc"))
                .isEqualTo(
                        new Invalid("it was made for another fingerprint than 5cd77f2d786892dc"));
        assertThat(ExtractionResult.parse(FAILURE).madeFor("x")).isInstanceOf(Invalid.class);
    }

    @ParameterizedTest(name = "{0} for {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "v":1              | "v":2                  | its version v is not 1
                    "v":1              | "v":"1"                | its version v is not 1
                    "ok":true          | "ok":"true"            | ok is neither true nor false
                    131072             | 0                      | fields.maxTokens is not legal
                    131072             | 2147483648             | fields.maxTokens is not legal
                    131072             | 1.5                    | fields.maxTokens is not legal
                    "llama"            | ""                     | fields.modelType is not legal
                    "llama"            | ["llama"]              | fields.modelType is not legal
                    ["TEXT_TO_TEXT"]   | [""]                   | fields.modelCapabilities is not legal
                    ["TEXT_TO_TEXT"]   | []                     | fields.modelCapabilities is not legal
                    "name":"safe       | "nome":"safe           | fields.modelFormat is not legal
                    "1.0.0"            | 1                      | fields.modelFormat is not legal
                    1235814400         | -1                     | parameterCount is no positive whole number
                    1235814400         | 123581440012358144001  | parameterCount is no positive whole number
                    "safetensors","wa  | "none","wa             | parameterCount and parameterSource contradict each other
                    "safetensors","wa  | "guess","wa            | parameterSource is not known
                    "warnings":[]      | "warnings":[1]         | warnings is not a list of texts
                    "config.json"      | 7                      | foundAt is not a text
                    []}                | []                     | it is cut or not a JSON object
                    []}                | []}}                   | it is cut or not a JSON object
                    """)
    void saysWhatIsWrong(String part, String replacement, String problem) {
        assertThat(SUCCESS).contains(part);
        assertThat(ExtractionResult.parse(SUCCESS.replace(part, replacement)))
                .isEqualTo(new Invalid(problem));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    NoConfig   | Nothing  | code is not known
                    11         | 12       | exit is not 11 as for code NoConfig
                    "m"        | {}       | message is not a text
                    """)
    void saysWhatIsWrongWithAFailure(String part, String replacement, String problem) {
        assertThat(ExtractionResult.parse(FAILURE.replace(part, replacement)))
                .isEqualTo(new Invalid(problem));
    }

    @Test
    void garbageIsInvalidWhateverItIs() {
        assertThat(ExtractionResult.parse(null)).isEqualTo(new Invalid("it is empty"));
        assertThat(ExtractionResult.parse(" \n")).isEqualTo(new Invalid("it is empty"));
        for (String garbage :
                List.of("null", "[]", "7", "Error: no main class", "\u0000", "[".repeat(4000))) {
            assertThat(ExtractionResult.parse(garbage)).isInstanceOf(Invalid.class);
        }
        String long4097 = FAILURE.replace("\"m\"", "\"" + "m".repeat(4097) + "\"");
        assertThat(((Invalid) ExtractionResult.parse(long4097)).problem())
                .endsWith("bytes, more than 4096");
    }
}
