package dev.drover.basemodels.extractor;

/**
 * The configuration that was found.
 *
 * @param foundAt relative to the model's directory
 * @param directory where it lies; the weights lie beside it
 */
record Config(String foundAt, ModelDirectory directory, Kind kind, JsonObject json) {
    enum Kind {
        TRANSFORMERS,
        DIFFUSION
    }
}
