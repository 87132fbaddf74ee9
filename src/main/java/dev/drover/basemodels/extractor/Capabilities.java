package dev.drover.basemodels.extractor;

import java.util.List;
import java.util.Locale;

/** What a model can do, by the first rule that fits (8.6). The words are those of OME. */
final class Capabilities {
    private static final String TEXT_TO_TEXT = "TEXT_TO_TEXT";
    private static final String TEXT_TO_IMAGE = "TEXT_TO_IMAGE";
    private static final String TEXT_TO_VIDEO = "TEXT_TO_VIDEO";
    private static final String TEXT_TO_AUDIO = "TEXT_TO_AUDIO";
    private static final String IMAGE_TEXT_TO_TEXT = "IMAGE_TEXT_TO_TEXT";
    private static final String IMAGE_TEXT_TO_IMAGE = "IMAGE_TEXT_TO_IMAGE";
    private static final String IMAGE_TEXT_TO_VIDEO = "IMAGE_TEXT_TO_VIDEO";
    private static final String IMAGE_TEXT_TO_AUDIO = "IMAGE_TEXT_TO_AUDIO";
    private static final String VIDEO_TEXT_TO_TEXT = "VIDEO_TEXT_TO_TEXT";
    private static final String VIDEO_TEXT_TO_AUDIO = "VIDEO_TEXT_TO_AUDIO";
    private static final String AUDIO_TEXT_TO_TEXT = "AUDIO_TEXT_TO_TEXT";
    private static final String AUDIO_TO_TEXT = "AUDIO_TO_TEXT";
    private static final String AUDIO_TO_AUDIO = "AUDIO_TO_AUDIO";
    private static final String EMBEDDING = "EMBEDDING";

    private Capabilities() {}

    /** Of a diffusion pipeline by its class; empty when not known. */
    static List<String> ofPipeline(String className) {
        if (containsAny(className, "ImageEdit", "Pix2Pix", "Img2Img", "Inpaint")) {
            return List.of(IMAGE_TEXT_TO_IMAGE);
        }
        if (containsAny(className, "TextToVideo", "T2V")) {
            return List.of(TEXT_TO_VIDEO);
        }
        if (className.contains("Video")) {
            return List.of(IMAGE_TEXT_TO_VIDEO);
        }
        return containsAny(className, "Image", "Pix", "StableDiffusion", "Flux")
                ? List.of(TEXT_TO_IMAGE)
                : List.of();
    }

    /**
     * Of a transformers model; empty when not known.
     *
     * @param architecture empty when the configuration names none
     */
    static List<String> ofModel(String modelType, String architecture, JsonObject config) {
        String type = modelType.toLowerCase(Locale.ROOT);
        ArchitectureName name = new ArchitectureName(architecture);
        boolean sees = ConfigKeys.VISION.stream().anyMatch(config::has);
        if (type.contains("nemotronh_nano")) {
            return type.contains("nemotronh_nano_omni")
                    ? List.of(
                            IMAGE_TEXT_TO_TEXT,
                            TEXT_TO_TEXT,
                            AUDIO_TEXT_TO_TEXT,
                            VIDEO_TEXT_TO_TEXT)
                    : List.of(IMAGE_TEXT_TO_TEXT, TEXT_TO_TEXT);
        }
        if (architecture.equals("NemotronH_Omni_Reasoning_V3")
                && sees
                && config.isExplicitNull(ConfigKeys.SOUND_CONFIG)) {
            return List.of(TEXT_TO_TEXT, IMAGE_TEXT_TO_TEXT, VIDEO_TEXT_TO_TEXT);
        }
        if (name.hasWord("Omni")) {
            return List.of(
                    TEXT_TO_AUDIO,
                    IMAGE_TEXT_TO_AUDIO,
                    VIDEO_TEXT_TO_AUDIO,
                    AUDIO_TO_TEXT,
                    AUDIO_TO_AUDIO);
        }
        if (modelType.contains("inkling_mm_model")) {
            return List.of(TEXT_TO_TEXT, AUDIO_TEXT_TO_TEXT);
        }
        if (sees) {
            return List.of(IMAGE_TEXT_TO_TEXT);
        }
        return ofArchitecture(modelType, name);
    }

    private static List<String> ofArchitecture(String modelType, ArchitectureName name) {
        if (name.endsWithAny("ForCTC", "ForSpeechToText")
                || name.name().equals("WhisperForConditionalGeneration")) {
            return List.of(AUDIO_TO_TEXT);
        }
        if (name.hasAnyWord("Bert", "Embedding", "Sentence")
                || (modelType.equals("mistral") && name.name().equals("MistralModel"))) {
            return List.of(EMBEDDING);
        }
        return name.endsWithAny("ForCausalLM", "ForConditionalGeneration", "LMHeadModel")
                ? List.of(TEXT_TO_TEXT)
                : List.of();
    }

    private static boolean containsAny(String text, String... parts) {
        for (String part : parts) {
            if (text.contains(part)) {
                return true;
            }
        }
        return false;
    }
}
