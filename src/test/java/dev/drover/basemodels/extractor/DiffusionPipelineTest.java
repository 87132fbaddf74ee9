package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.ExtractionResult.Success;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ParameterSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines of several models (8.3, 8.4). */
class DiffusionPipelineTest {
    @TempDir Path temporary;

    ModelFolder model;

    @BeforeEach
    void pipeline() {
        model =
                ModelFolder.in(temporary)
                        .file(
                                "model_index.json",
                                """
                                {"_class_name": "StableDiffusionPipeline", "_diffusers_version": "0.6.0",
                                 "text_encoder": ["transformers", "CLIPTextModel"], "unet": ["diffusers", "U"],
                                 "vae": ["diffusers", "V"], "safety_checker": ["s", "S"],
                                 "feature_extractor": [null, null], "../outside": ["x", "X"]}
                                """)
                        .file("text_encoder/config.json", "{\"max_position_embeddings\": 77}")
                        .weights("text_encoder/model.safetensors", "a", 100)
                        .weights("unet/diffusion_pytorch_model.safetensors", "a", 20)
                        .weights("vae/diffusion_pytorch_model.safetensors", "a", 3);
    }

    @Test
    void readsThePipeline() {
        Success success = model.run().success();
        assertThat(success.foundAt()).isEqualTo("model_index.json");
        Map<String, String> diffusers = Map.of("name", "diffusers", "version", "0.6.0");
        assertThat(success.fields().values())
                .isEqualTo(
                        Map.of(
                                MetadataField.MODEL_TYPE,
                                "diffusers",
                                MetadataField.MODEL_ARCHITECTURE,
                                "StableDiffusionPipeline",
                                MetadataField.MODEL_FORMAT,
                                diffusers,
                                MetadataField.MODEL_FRAMEWORK,
                                diffusers,
                                MetadataField.MODEL_PARAMETER_SIZE,
                                "123",
                                MetadataField.MAX_TOKENS,
                                77,
                                MetadataField.MODEL_CAPABILITIES,
                                List.of("TEXT_TO_IMAGE")));
        assertThat(success.warnings()).isEmpty();
        assertThat(success.parameterSource()).isEqualTo(ParameterSource.SAFETENSORS);
    }

    @Test
    void countsFurtherComponentsThatHaveAConfigAndWeights() {
        model.weights("safety_checker/model.safetensors", "a", 1000)
                .weights("not_in_the_index/model.safetensors", "a", 5000)
                .file("not_in_the_index/config.json", "{}");
        assertThat(model.run().success().parameterCount()).hasValue(123);
        model.file("safety_checker/config.json", "{}");
        assertThat(model.run().success().parameterCount()).hasValue(1123);
    }

    @Test
    void aTransformerIsCountedInPlaceOfTheUnet() throws IOException {
        model.weights("transformer/a.safetensors", "a", 50);
        assertThat(model.run().success().parameterCount()).hasValue(153);
    }

    @Test
    void knowsTheIndexOfAComponent() {
        model.weights("unet/one.safetensors", "a", 7)
                .file(
                        "unet/diffusion_pytorch_model.safetensors.index.json",
                        "{\"weight_map\": {\"a\": \"one.safetensors\"}}");
        assertThat(model.run().success().parameterCount()).hasValue(110);
    }

    @Test
    void halfAPipelineHasNoSize() throws IOException {
        Files.delete(model.path().resolve("vae/diffusion_pytorch_model.safetensors"));
        Success success = model.run().success();
        assertThat(success.parameterCount()).isEmpty();
        assertThat(success.warnings()).isEmpty();
    }

    @Test
    void aBrokenComponentLeavesTheSizeUnknown() {
        Success success =
                model.file("vae/diffusion_pytorch_model.safetensors", "x").run().success();
        assertThat(success.parameterSource()).isEqualTo(ParameterSource.NONE);
        assertThat(success.warnings()).containsExactly("WeightsUnreadable");
    }

    @Test
    void quantisedComponentsGiveNoQuantization() {
        model.file("hf_quant_config.json", "{\"quantization\": {\"quant_algo\": \"NVFP4\"}}");
        assertThat(model.run().success().fields().get(MetadataField.QUANTIZATION)).isEmpty();
    }

    @Test
    void anEncoderThatCannotBeReadCostsOnlyItsNumber() {
        Success success = model.file("text_encoder/config.json", "{").run().success();
        assertThat(success.fields().get(MetadataField.MAX_TOKENS)).isEmpty();
        assertThat(success.parameterCount()).hasValue(123);
    }

    @Test
    void anUnknownClassIsTold() {
        model.file("model_index.json", "{\"_class_name\": \"FooBarPipeline\"}");
        Success success = model.run().success();
        assertThat(success.warnings()).containsExactly("CapabilityUnknown");
        assertThat(success.fields().get(MetadataField.MODEL_FORMAT))
                .hasValue(Map.of("name", "diffusers"));
    }
}
