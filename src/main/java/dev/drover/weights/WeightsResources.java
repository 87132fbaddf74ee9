package dev.drover.weights;

/** Paths of the two kinds, as the flow's endpoints name them. */
final class WeightsResources {
    static final String MODELS = "inference.opendatahub.io/v1alpha1/externalmodels";
    static final String PROVIDERS = "inference.opendatahub.io/v1alpha1/externalproviders";

    /** Bean that files a model under the providers it refers to, and name of that index. */
    static final String MODEL_INDEX = "weights-model-index";

    private WeightsResources() {}
}
