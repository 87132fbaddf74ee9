package dev.drover.basemodels.metadata;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where the number of parameters comes from. */
public enum ParameterSource {
    /** Headers of the shards that the index names. */
    INDEX,
    /** Headers of the weight files of the directory. */
    SAFETENSORS,
    /** A formula over the dimensions in the configuration. */
    ESTIMATE,
    /** The number is not known. */
    NONE;

    /** As in the result: {@code safetensors}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<ParameterSource> ofWord(Object word) {
        return Arrays.stream(values()).filter(source -> source.word().equals(word)).findFirst();
    }
}
