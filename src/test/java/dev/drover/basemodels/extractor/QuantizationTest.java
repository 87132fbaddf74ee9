package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.ExtractionResult.Success;
import dev.drover.basemodels.metadata.MetadataField;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
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

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    "quant_method": "compressed-tensors", "format": "pack-quantized", "config_groups": {"group_0": {"weights": {"num_bits": 4}}} | "a.weight_packed":I32:[16,4], "a.weight_scale":BF16:[16,1], "a.weight_shape":I64:[2] | 512
                    "quant_method": "compressed-tensors", "format": "nvfp4-pack-quantized", "config_groups": {"g": {"weights": {"num_bits": 4}}} | "a.weight_packed":U8:[16,16], "a.weight_global_scale":F32:[1]                      | 512
                    "quant_method": "compressed-tensors", "config_groups": {"a": {"weights": {"num_bits": 8}}, "b": {"weights": {"num_bits": 8}}} | "a.weight_packed":I32:[16,8]                                                        | 512
                    "quant_method": "compressed-tensors", "config_groups": {"a": {"weights": {"num_bits": 4}}, "b": {"weights": {"num_bits": 8}}} | "a.weight_packed":I32:[16,8]                                                        | -
                    "quant_method": "compressed-tensors"                                                                                         | "a.weight_packed":I32:[16,8]                                                        | -
                    "quant_method": "compressed-tensors"                                                                                         | "a.weight":I8:[16,8]                                                                | 128
                    "quant_method": "gptq", "bits": 8                                                                                            | "a.qweight":I32:[16,8], "a.g_idx":I32:[64], "a.qzeros":I32:[1,8]                    | 512
                    "quant_method": "gptq", "bits": 2                                                                                            | "a.qweight":I32:[16,8]                                                              | 2048
                    "quant_method": "gptq", "bits": 3                                                                                            | "a.qweight":I32:[16,8]                                                              | -
                    "quant_method": "gptq"                                                                                                       | "a.qweight":I32:[16,8]                                                              | -
                    "quant_method": "gptq", "bits": 0                                                                                            | "a.qweight":I32:[16,8]                                                              | -
                    "quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_quant_storage": "uint8"                                      | "a.weight":U8:[256,1], "a.weight.absmax":U8:[8], "a.weight.nested_absmax":F32:[1], "a.weight.quant_map":F32:[16], "a.weight.quant_state.bitsandbytes__nf4":U8:[88], "b.weight":BF16:[8] | 520
                    "quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_quant_storage": "bfloat16"                                   | "a.weight":BF16:[128,1], "a.weight.absmax":U8:[8]                                   | -
                    "quant_method": "bitsandbytes", "load_in_8bit": true                                                                         | "a.weight":I8:[16,8], "a.SCB":F32:[16]                                              | 128
                    "quant_method": "bitsandbytes"                                                                                               | "a.weight":U8:[16,8]                                                                | -
                    """)
    void countsPackedWeightsByTheirBitsOrNotAtAll(String config, String tensors, Long expected) {
        String header =
                tensors.strip()
                        .replaceAll(":(\\w+):(\\[[\\d,]+])", ":{\"dtype\":\"$1\",\"shape\":$2}");
        Success success =
                model("{" + config + "}")
                        .header("model.safetensors", "{" + header + "}")
                        .run()
                        .success();

        assertThat(success.parameterCount())
                .isEqualTo(expected == null ? OptionalLong.empty() : OptionalLong.of(expected));
        if (expected == null) {
            assertThat(success.fields().text(MetadataField.MODEL_PARAMETER_SIZE)).isEmpty();
            assertThat(success.warnings())
                    .contains("QuantizationUnknown")
                    .doesNotContain("SizeEstimated");
        }
    }

    /** One name against ten thousand patterns of a hundred stars takes a minute. */
    @Test
    void exclusionsOfAStrangerDoNotOutlastTheTimeForTheWeights() throws Exception {
        String patterns = String.join(",", Collections.nCopies(9_000, "\"*x*y*z\""));
        ModelFolder folder =
                model("{\"quant_method\": \"w4a16\", \"ignore\": [" + patterns + "]}")
                        .header("model.safetensors", "{\"a\":{\"dtype\":\"U8\",\"shape\":[1]}}");
        AtomicInteger asked = new AtomicInteger();
        Options options =
                new Options(
                        folder.path(),
                        "pvc://c/p",
                        temporary.resolve("no-log"),
                        Duration.ofSeconds(1));

        Extraction.Extracted extracted =
                new Extraction(
                                options,
                                () -> asked.incrementAndGet() > 20 ? 2_000_000_000L : 0,
                                line -> {})
                        .run();

        assertThat(extracted.warnings()).contains("WeightsSlow", "SizeEstimated");
        assertThat(asked.get()).isBetween(20, 30);
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
