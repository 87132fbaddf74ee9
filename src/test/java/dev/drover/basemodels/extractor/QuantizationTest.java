package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.ExtractionResult.Success;
import dev.drover.basemodels.metadata.MetadataField;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How quantised weights are named and counted (8.4, 8.6). */
class QuantizationTest {
    @TempDir Path temporary;

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    {"quant_method": "awq", "bits": 4}               | int4               |
                    {"quant_method": "gptq", "bits": 4}              | int4               |
                    {"quant_method": "gptq", "bits": 8}              | -                  | QuantizationUnknown
                    {"quant_method": "awq"}                          | -                  | QuantizationUnknown
                    {"quant_method": "awq", "bits": "4"}             | -                  | QuantizationUnknown
                    {"quant_method": "bitsandbytes"}                 | -                  | QuantizationUnknown
                    {"quant_method": "fp8"}                          | fp8                |
                    {"quant_method": "fbgemm_fp8"}                   | fbgemm_fp8         |
                    {"quant_method": "modelopt", "quant_algo": "NVFP4"} | nvfp4           |
                    {"quant_method": "compressed-tensors"}           | compressed-tensors |
                    {"quant_method": "compressed_tensors"}           | compressed-tensors |
                    {"quant_method": "MXFP4"}                        | mxfp4              |
                    {"quant_method": ""}                             | -                  |
                    {}                                               | -                  |
                    null                                             | -                  |
                    """)
    void namesTheQuantization(String config, String value, String warning) {
        Success success = model(config).run().success();
        assertThat(success.fields().text(MetadataField.QUANTIZATION).orElse(null)).isEqualTo(value);
        assertThat(success.warnings().contains("QuantizationUnknown")).isEqualTo(warning != null);
    }

    @Test
    void theFileBesideTheConfigIsAskedFirst() {
        Success success =
                model("{\"quant_method\": \"fp8\"}")
                        .file(
                                "hf_quant_config.json",
                                "{\"quantization\": {\"quant_algo\": \"NVFP4\","
                                        + " \"exclude_modules\": [\"lm_head\"]}}")
                        .header(
                                "model.safetensors",
                                "{\"a.weight\":{\"dtype\":\"U8\",\"shape\":[10]},"
                                        + "\"a.weight_scale\":{\"dtype\":\"F8_E4M3\",\"shape\":[5]},"
                                        + "\"lm_head.weight\":{\"dtype\":\"U8\",\"shape\":[100]}}")
                        .run()
                        .success();
        assertThat(success.fields().text(MetadataField.QUANTIZATION)).hasValue("nvfp4");
        assertThat(success.parameterCount()).hasValue(2 * 10 + 100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {                                    | QuantConfigUnreadable
                    []                                   | QuantConfigUnreadable
                    {}                                   | QuantConfigUnreadable
                    {"quantization": {}}                 |
                    {"quantization": {"quant_algo": null}} |
                    """)
    void theConfigIsAskedWhenTheFileBesideItSaysNothing(String file, String warning) {
        Success success =
                model("{\"quant_method\": \"fp8\"}")
                        .file("hf_quant_config.json", file)
                        .run()
                        .success();
        assertThat(success.fields().text(MetadataField.QUANTIZATION)).hasValue("fp8");
        assertThat(success.warnings().contains("QuantConfigUnreadable")).isEqualTo(warning != null);
    }

    @Test
    void countsWhatPackedWeightsStandFor() {
        Success success =
                model("{\"quant_method\": \"awq\", \"bits\": 4}")
                        .header(
                                "model.safetensors",
                                "{\"a.qweight\":{\"dtype\":\"I32\",\"shape\":[4096,512]},"
                                        + "\"a.scales\":{\"dtype\":\"F16\",\"shape\":[32,4096]},"
                                        + "\"a.qzeros\":{\"dtype\":\"I32\",\"shape\":[32,512]}}")
                        .run()
                        .success();
        assertThat(success.parameterCount()).hasValue(16_777_216);
        assertThat(success.fields().text(MetadataField.MODEL_PARAMETER_SIZE)).hasValue("16.78M");
    }

    @Test
    void countsWhatIsStoredWhenWhatItStandsForIsTooLarge() {
        Success success =
                model("{\"quant_method\": \"awq\", \"bits\": 4}")
                        .header(
                                "model.safetensors",
                                "{\"a.qweight\":{\"dtype\":\"I32\",\"shape\":[4611686018427387904]},"
                                        + "\"a.scales\":{\"dtype\":\"F16\",\"shape\":[8]}}")
                        .run()
                        .success();
        assertThat(success.parameterCount()).hasValue(4611686018427387904L + 8);
    }

    @Test
    void unquantisedModelsCountEveryTensor() {
        Success success =
                model("null")
                        .header(
                                "model.safetensors",
                                "{\"a.scales\":{\"dtype\":\"F16\",\"shape\":[8]},"
                                        + "\"b\":{\"dtype\":\"U8\",\"shape\":[3]}}")
                        .run()
                        .success();
        assertThat(success.parameterCount()).hasValue(11);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "modules_to_not_convert": ["x"], "ignore": ["b"]          | 2
                    "modules_to_not_convert": null, "ignore": ["a"]           | 1
                    "ignored_layers": ["a"]                                   | 1
                    "ignored_layers": ["a*b"]                                 | 2
                    "ignored_layers": [""]                                    | 2
                    """)
    void excludedModulesAreStoredAsTheyAre(String exclusions, long expected) {
        Success success =
                model("{\"quant_method\": \"w4a16\", " + exclusions + "}")
                        .header("model.safetensors", "{\"a.b\":{\"dtype\":\"U8\",\"shape\":[1]}}")
                        .run()
                        .success();
        assertThat(success.parameterCount()).hasValue(expected);
        assertThat(success.warnings()).isEmpty();
    }

    @Test
    void exclusionsThatAreNoneAreTold() {
        assertThat(
                        model("{\"quant_method\": \"fp8\", \"ignore\": \"lm_head\"}")
                                .run()
                                .success()
                                .warnings())
                .contains("QuantConfigUnreadable");
    }

    private ModelFolder model(String quantization) {
        return ModelFolder.in(temporary)
                .file(
                        "config.json",
                        ModelFolder.CONFIG.replaceFirst(
                                "\\{", "{\"quantization_config\": " + quantization + ", "));
    }
}
