package dev.drover.basemodels.extractor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys of the configuration files that anything is read from. */
final class ConfigKeys {
    static final String MODEL_TYPE = "model_type";
    static final String ARCHITECTURES = "architectures";
    static final String QUANTIZATION_CONFIG = "quantization_config";
    static final String CLASS_NAME = "_class_name";
    static final String DIFFUSERS_VERSION = "_diffusers_version";

    /** Where composite models keep the text model, in order of precedence. */
    static final List<String> NESTED = List.of("text_config", "llm_config", "language_config");

    /** What makes a model one that sees. */
    static final List<String> VISION =
            List.of(
                    "vision_config",
                    "mm_vision_tower",
                    "image_token_id",
                    "image_token_index",
                    "img_processor");

    static final String SOUND_CONFIG = "sound_config";

    private static final List<String> SCALARS =
            List.of(
                    MODEL_TYPE,
                    "transformers_version",
                    "max_position_embeddings",
                    "max_sequence_length",
                    "max_seq_len",
                    "seq_length",
                    "model_max_length",
                    "hidden_size",
                    "num_hidden_layers",
                    "vocab_size",
                    "intermediate_size",
                    "moe_intermediate_size",
                    "n_routed_experts",
                    "num_local_experts",
                    "num_experts",
                    "n_shared_experts");

    private static final Keep QUANTIZATION = quantization();

    /** {@code config.json} of a transformers model, and the files that stand in for it. */
    static final Keep TRANSFORMERS = transformers();

    /** {@code hf_quant_config.json}. */
    static final Keep HF_QUANT =
            Keep.members(
                    Map.of(
                            "quantization",
                            Keep.members(
                                    Map.of(
                                            "quant_algo", Keep.SCALAR,
                                            "exclude_modules", Keep.TEXTS))));

    private ConfigKeys() {}

    private static Keep quantization() {
        Map<String, Keep> keys = new HashMap<>(WeightBits.KEYS);
        keys.put("quant_algo", Keep.SCALAR);
        keys.put("quant_method", Keep.SCALAR);
        keys.put("modules_to_not_convert", Keep.TEXTS);
        keys.put("ignore", Keep.TEXTS);
        keys.put("ignored_layers", Keep.TEXTS);
        return Keep.members(keys);
    }

    private static Keep transformers() {
        Map<String, Keep> text = new HashMap<>();
        SCALARS.forEach(key -> text.put(key, Keep.SCALAR));
        text.put(ARCHITECTURES, Keep.FIRST_TEXT);

        Map<String, Keep> top = new HashMap<>(text);
        NESTED.forEach(key -> top.put(key, Keep.members(text)));
        VISION.forEach(key -> top.put(key, Keep.PRESENCE));
        top.put(SOUND_CONFIG, Keep.PRESENCE);
        top.put(QUANTIZATION_CONFIG, QUANTIZATION);
        return Keep.members(top);
    }
}
