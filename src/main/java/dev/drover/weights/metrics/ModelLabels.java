package dev.drover.weights.metrics;

/** Which model a series speaks of. */
public final class ModelLabels {
    private ModelLabels() {}

    /** {@code target_model_name}, else {@code model_name}, else {@code model}; "" without any. */
    public static String model(Labels labels) {
        String model = labels.get("target_model_name");
        if (model == null || model.isEmpty()) {
            model = labels.get("model_name");
        }
        if (model == null || model.isEmpty()) {
            model = labels.get("model");
        }
        return model == null ? "" : model;
    }
}
