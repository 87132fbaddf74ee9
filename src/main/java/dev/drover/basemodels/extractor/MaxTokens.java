package dev.drover.basemodels.extractor;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The length of the context: the first key of a fixed list that holds a usable number (8.3). */
final class MaxTokens {
    private static final String POSITIONS = "max_position_embeddings";
    private static final String MODEL_MAX_LENGTH = "model_max_length";
    private static final List<String> TOP_LEVEL =
            List.of("max_sequence_length", "max_seq_len", "seq_length", MODEL_MAX_LENGTH);

    private MaxTokens() {}

    static OptionalInt of(TextModel model) {
        OptionalInt found = usable(model.top(), POSITIONS);
        if (found.isEmpty()) {
            found = usable(model.nested(), POSITIONS);
        }
        for (String key : TOP_LEVEL) {
            if (found.isEmpty()) {
                found = usable(model.top(), key);
            }
        }
        return found.isPresent() ? found : usable(model.nested(), MODEL_MAX_LENGTH);
    }

    /** Of the text encoder of a diffusion pipeline. */
    static OptionalInt ofEncoder(JsonObject config) {
        return usable(config, POSITIONS);
    }

    private static OptionalInt usable(JsonObject json, String key) {
        OptionalLong value = TextModel.positive(json, key);
        return value.isPresent() && value.getAsLong() <= Integer.MAX_VALUE
                ? OptionalInt.of((int) value.getAsLong())
                : OptionalInt.empty();
    }
}
