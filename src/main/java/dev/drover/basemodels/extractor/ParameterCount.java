package dev.drover.basemodels.extractor;

import dev.drover.basemodels.metadata.ParameterSource;

/**
 * A number of parameters and where it is from.
 *
 * @param parameters above 0, or 0 from {@link ParameterSource#NONE}
 */
record ParameterCount(long parameters, ParameterSource source) {
    static final ParameterCount UNKNOWN = new ParameterCount(0, ParameterSource.NONE);

    /** A model without parameters is one of which nothing is known. */
    static ParameterCount of(long parameters, ParameterSource source) {
        return parameters > 0 ? new ParameterCount(parameters, source) : UNKNOWN;
    }
}
