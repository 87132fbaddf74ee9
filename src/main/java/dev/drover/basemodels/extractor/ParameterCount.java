package dev.drover.basemodels.extractor;

import dev.drover.basemodels.metadata.ParameterSource;

/**
 * A number of parameters and where it is from.
 *
 * @param parameters above 0; from {@link ParameterSource#NONE} 0, or below where not even an
 *     estimate is to be given
 */
record ParameterCount(long parameters, ParameterSource source) {
    static final ParameterCount UNKNOWN = new ParameterCount(0, ParameterSource.NONE);

    /** The weights are there, but every number would be wrong. */
    static final ParameterCount WITHHELD = new ParameterCount(-1, ParameterSource.NONE);

    /** A model without parameters is one of which nothing is known. */
    static ParameterCount of(long parameters, ParameterSource source) {
        return parameters > 0 ? new ParameterCount(parameters, source) : UNKNOWN;
    }
}
