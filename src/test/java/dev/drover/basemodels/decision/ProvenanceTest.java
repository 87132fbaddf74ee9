package dev.drover.basemodels.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ModelMetadata;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who filled which field, and what a new result does to it (spec basemodels 1). */
class ProvenanceTest {
    private static final String LLAMA = "1f50ec60";

    private static JsonNode json(String text) {
        try {
            return World.JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static ModelMetadata found(MetadataField field, Object value) {
        return new ModelMetadata(Map.of(field, value));
    }

    @ParameterizedTest(name = "{1} of {0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "MODEL_TYPE         | \"llama\"                                      | 1f50ec60",
                "MODEL_ARCHITECTURE | \"LlamaForCausalLM\"                           | 6e809ca0",
                "MODEL_FORMAT       | {\"version\":\"1.0.0\",\"name\":\"safetensors\"} | 51e23e71",
                "MODEL_FORMAT       |"
                        + " {\"name\":\"safetensors\",\"operator\":\"Equal\",\"version\":\"1.0.0\",\"weight\":1}"
                        + " | 51e23e71",
                "MODEL_CAPABILITIES | [\"TEXT_TO_TEXT\"]                             | 273bde56",
                "MAX_TOKENS         | 131072                                         | f1de6347"
            })
    void hashesAValueWhateverTheServerAdds(MetadataField field, String value, String hash) {
        assertThat(Provenance.hash(field, json(value))).isEqualTo(hash);
    }

    @ParameterizedTest(name = "{1} of {0} is empty: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "MODEL_TYPE         | null                  | true",
                "MODEL_TYPE         | \"\"                  | true",
                "MODEL_TYPE         | \" \"                 | false",
                "MODEL_CAPABILITIES | []                    | true",
                "MODEL_CAPABILITIES | [\"\"]                | false",
                "MAX_TOKENS         | 0                     | true",
                "MAX_TOKENS         | -1                    | false",
                "MODEL_FORMAT       | {}                    | true",
                "MODEL_FORMAT       | {\"version\":\"1\"}   | true",
                "MODEL_FORMAT       | {\"name\":\"\"}       | true",
                "MODEL_FORMAT       | {\"name\":\"x\"}      | false",
                "QUANTIZATION       | {}                    | true"
            })
    void knowsWhatIsEmpty(MetadataField field, String value, boolean empty) {
        assertThat(Provenance.empty(field, json(value))).isEqualTo(empty);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "fills an empty field                      | {}                       | -        |"
                        + " llama   | {\"modelType\":\"llama\"}   | true",
                "keeps the user's value                    | {\"modelType\":\"mine\"} | -        |"
                        + " llama   | {}                          | false",
                "renews what is ours                       | {\"modelType\":\"llama\"}| 1f50ec60 |"
                        + " qwen2   | {\"modelType\":\"qwen2\"}   | true",
                "removes what is ours and is not found now | {\"modelType\":\"llama\"}| 1f50ec60 |"
                        + " -       | {\"modelType\":null}        | false",
                "keeps what a user put in place of ours    | {\"modelType\":\"mine\"} | 1f50ec60 |"
                        + " llama   | {}                          | false",
                "fills what a user cleared, at a new result| {\"modelType\":\"\"}     | 1f50ec60 |"
                        + " llama   | {\"modelType\":\"llama\"}   | true",
                "writes nothing that is there already      | {\"modelType\":\"llama\"}| 1f50ec60 |"
                        + " llama   | {}                          | true"
            })
    void takesOverAResult(
            String because,
            String spec,
            String recorded,
            String value,
            String patch,
            boolean oursThen) {
        Provenance.Change change =
                Provenance.apply(
                        json(spec),
                        recorded == null ? Map.of() : Map.of("modelType", recorded),
                        value == null
                                ? new ModelMetadata(Map.of())
                                : found(MetadataField.MODEL_TYPE, value));

        assertThat(change.spec()).isEqualTo(json(patch));
        assertThat(change.fields())
                .isEqualTo(
                        oursThen
                                ? Map.of(
                                        "modelType",
                                        Provenance.hash(
                                                MetadataField.MODEL_TYPE,
                                                World.JSON.valueToTree(value)))
                                : Map.of());
    }

    @Test
    void aVersionThatIsNotFoundAnyMoreDoesNotSurvive() {
        JsonNode spec =
                json(
                        "{\"modelFormat\":{\"name\":\"safetensors\",\"version\":\"1.0.0\","
                                + "\"operator\":\"Equal\",\"weight\":1}}");

        Provenance.Change change =
                Provenance.apply(
                        spec,
                        Map.of("modelFormat", "51e23e71"),
                        found(MetadataField.MODEL_FORMAT, Map.of("name", "diffusers")));

        assertThat(change.spec())
                .isEqualTo(json("{\"modelFormat\":{\"name\":\"diffusers\",\"version\":null}}"));
    }

    @Test
    void neverSendsAFormatWithoutItsName() {
        Provenance.Change change =
                Provenance.apply(
                        json("{\"modelFormat\":{\"version\":\"2\"}}"),
                        Map.of(),
                        found(MetadataField.MODEL_FORMAT, Map.of("name", "safetensors")));

        assertThat(change.spec().path("modelFormat").path("name").asText())
                .isEqualTo("safetensors");
        assertThat(change.spec().path("modelFormat").get("version").isNull()).isTrue();
    }

    @Test
    void withdrawsWhatIsStillOursAndNothingElse() {
        JsonNode spec = json("{\"modelType\":\"llama\",\"maxTokens\":7,\"quantization\":\"fp8\"}");

        assertThat(Provenance.withdraw(spec, Map.of("modelType", LLAMA, "maxTokens", "f1de6347")))
                .isEqualTo(json("{\"modelType\":null}"));
    }

    @Test
    void tellsWhichFieldsGotAValue() {
        Provenance.Change change =
                Provenance.apply(
                        json("{\"modelType\":\"mine\"}"),
                        Map.of(),
                        new ModelMetadata(
                                Map.of(
                                        MetadataField.MODEL_TYPE,
                                        "llama",
                                        MetadataField.MAX_TOKENS,
                                        4096)));

        assertThat(change.filled()).isEqualTo(List.of(MetadataField.MAX_TOKENS));
    }
}
