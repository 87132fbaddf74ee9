package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.ExtractionResult.Success;
import dev.drover.basemodels.metadata.MetadataField;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the fields of a transformers model come from (8.3 to 8.6). */
class TransformersModelTest {
    @TempDir Path temporary;

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    "architectures": ["A", "B"], "text_config": {"architectures": ["C"]} | A
                    "architectures": [], "text_config": {"architectures": ["C"]}         | C
                    "architectures": [7], "llm_config": {"architectures": ["C"]}         | C
                    "language_config": {"architectures": ["C"]}                          | C
                    "text_config": {}, "language_config": {"architectures": ["C"]}       | -
                    "text_config": null, "language_config": {"architectures": ["C"]}     | C
                    "architectures": "A"                                                 | -
                    """)
    void takesTheFirstArchitecture(String config, String architecture) {
        assertThat(extract(config).fields().text(MetadataField.MODEL_ARCHITECTURE).orElse(null))
                .isEqualTo(architecture);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    "max_position_embeddings": 8, "text_config": {"max_position_embeddings": 9}   | 8
                    "max_sequence_length": 8, "text_config": {"max_position_embeddings": 9}       | 9
                    "max_seq_len": 7, "max_sequence_length": 8                                    | 8
                    "seq_length": 6, "max_seq_len": 7                                             | 7
                    "model_max_length": 5, "seq_length": 6                                        | 6
                    "text_config": {"model_max_length": 4}                                        | 4
                    "text_config": {"seq_length": 4}                                              | -
                    "max_position_embeddings": -1, "model_max_length": 5                          | 5
                    "max_position_embeddings": 4096.0, "model_max_length": 5                      | 5
                    "max_position_embeddings": 2147483648, "model_max_length": 2147483647         | 2147483647
                    "model_max_length": 1000000000000000019884624838656                           | -
                    "max_position_embeddings": Infinity, "seq_length": "8"                        | -
                    """)
    void takesTheFirstUsableContextLength(String config, Integer tokens) {
        assertThat(extract(config).fields().get(MetadataField.MAX_TOKENS).orElse(null))
                .isEqualTo(tokens);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    "vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32 | 6573522944 | 6.57B
                    "vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32, "intermediate_size": 14336, "num_local_experts": 8 | 32344637440 | 32.34B
                    "vocab_size": 129280, "hidden_size": 7168, "num_hidden_layers": 61, "intermediate_size": 18432, "moe_intermediate_size": 2048, "n_routed_experts": 256, "n_shared_experts": 1 | 488182732800 | 488.18B
                    "hidden_size": 10, "num_hidden_layers": 2                         | 2400 | 2.4K
                    "hidden_size": 10, "text_config": {"num_hidden_layers": 2, "hidden_size": 99} | 2400 | 2.4K
                    "num_experts": 0, "hidden_size": 10, "num_hidden_layers": 2       | 2400 | 2.4K
                    "hidden_size": 10                                                 | - | -
                    "num_hidden_layers": 10                                           | - | -
                    "hidden_size": 0, "num_hidden_layers": 2                          | - | -
                    "d_model": 10, "num_layers": 2                                    | - | -
                    "num_experts": 4, "hidden_size": 10, "num_hidden_layers": 2       | - | -
                    "hidden_size": 4294967296, "num_hidden_layers": 9                 | - | -
                    """)
    void estimatesFromDimensions(String config, Long count, String size) {
        Success success = extract(config);
        assertThat(success.fields().text(MetadataField.MODEL_PARAMETER_SIZE).orElse(null))
                .isEqualTo(size);
        if (count == null) {
            assertThat(success.parameterCount()).isEmpty();
            assertThat(success.warnings()).doesNotContain("SizeEstimated");
        } else {
            assertThat(success.parameterCount()).hasValue(count);
            assertThat(success.warnings()).contains("SizeEstimated");
        }
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    "architectures": ["LlamaForCausalLM"]                            | TEXT_TO_TEXT
                    "architectures": ["T5ForConditionalGeneration"]                  | TEXT_TO_TEXT
                    "architectures": ["LlamaForCausalLM"], "vision_config": {}       | IMAGE_TEXT_TO_TEXT
                    "architectures": ["LlamaForCausalLM"], "vision_config": null     | TEXT_TO_TEXT
                    "architectures": ["LlamaForCausalLM"], "image_token_id": 0       | IMAGE_TEXT_TO_TEXT
                    "text_config": {"vision_config": {}, "architectures": ["XForCausalLM"]} | TEXT_TO_TEXT
                    "architectures": ["Wav2Vec2ForCTC"]                              | AUDIO_TO_TEXT
                    "architectures": ["WhisperForConditionalGeneration"]             | AUDIO_TO_TEXT
                    "architectures": ["DistilBertForMaskedLM"]                       | EMBEDDING
                    "architectures": ["XLMRobertaModel"]                             | -
                    "architectures": ["Demonic"]                                     | -
                    """)
    void knowsWhatAModelCanDo(String config, String capability) {
        Success success = extract(config);
        assertThat(success.fields().get(MetadataField.MODEL_CAPABILITIES).orElse(null))
                .isEqualTo(capability == null ? null : List.of(capability));
        assertThat(success.warnings().contains("CapabilityUnknown")).isEqualTo(capability == null);
    }

    @Test
    void theVersionOfTheFrameworkMayStandInTheTextModel() {
        assertThat(framework("\"text_config\": {\"transformers_version\": \"4.1\"}"))
                .isEqualTo(Map.of("name", "transformers", "version", "4.1"));
        assertThat(framework("\"x\": 1")).isEqualTo(Map.of("name", "transformers"));
    }

    private Object framework(String config) {
        return extract(config).fields().get(MetadataField.MODEL_FRAMEWORK).orElseThrow();
    }

    private Success extract(String config) {
        return ModelFolder.in(temporary)
                .file("config.json", "{\"model_type\": \"x\", " + config + "}")
                .run()
                .success();
    }
}
