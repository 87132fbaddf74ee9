package dev.drover.registry.objects;

import java.util.List;
import java.util.Optional;

/** The predictor keys from before {@code spec.predictor.model}; the key is the model's format. */
public final class LegacyPredictor {
    /** In the order in which they are looked for. */
    public static final List<String> KEYS =
            List.of(
                    "sklearn",
                    "xgboost",
                    "tensorflow",
                    "pytorch",
                    "triton",
                    "onnx",
                    "huggingface",
                    "pmml",
                    "lightgbm",
                    "paddle");

    private LegacyPredictor() {}

    /** The key that this predictor uses, if it uses one. */
    public static Optional<String> of(Tree predictor) {
        return KEYS.stream().filter(key -> predictor.at(key).isObject()).findFirst();
    }
}
