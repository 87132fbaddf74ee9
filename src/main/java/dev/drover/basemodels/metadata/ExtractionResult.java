package dev.drover.basemodels.metadata;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What one run of the extractor says: one line of compact JSON on the container's termination
 * message, version 1. Written by a container that reads files of strangers, so nothing in it is
 * believed before it is checked.
 */
public sealed interface ExtractionResult {
    /** Bytes of a result, UTF-8: what Kubernetes keeps of a termination message. */
    int MAX_BYTES = 4096;

    /** The only version of the format. */
    int VERSION = 1;

    /**
     * Reads a termination message. Never throws: what is no result of version 1 becomes {@link
     * Invalid}. When Kubernetes put the end of the container's log in its place, the last line that
     * is a result counts. Unknown keys and unknown fields are passed over.
     *
     * @param terminationMessage may be null
     */
    static ExtractionResult parse(String terminationMessage) {
        return ResultReader.read(terminationMessage);
    }

    /** This result if it was made for the fingerprint, else an {@link Invalid} that says so. */
    ExtractionResult madeFor(String fingerprint);

    /** Calls the one function that fits. */
    <T> T fold(
            Function<? super Success, ? extends T> success,
            Function<? super Failure, ? extends T> failure,
            Function<? super Invalid, ? extends T> invalid);

    /**
     * The model's files were read.
     *
     * @param fingerprint echoed; empty when none was given
     * @param foundAt the configuration, relative to the model's directory
     * @param parameterCount empty exactly when the source is {@code NONE}
     * @param warnings codes, in order of appearance
     */
    record Success(
            String fingerprint,
            String foundAt,
            ModelMetadata fields,
            OptionalLong parameterCount,
            ParameterSource parameterSource,
            List<String> warnings)
            implements ExtractionResult {
        public Success {
            warnings = List.copyOf(warnings);
        }

        @Override
        public ExtractionResult madeFor(String expected) {
            return ResultReader.madeFor(this, fingerprint, expected);
        }

        @Override
        public <T> T fold(
                Function<? super Success, ? extends T> success,
                Function<? super Failure, ? extends T> failure,
                Function<? super Invalid, ? extends T> invalid) {
            return success.apply(this);
        }
    }

    /**
     * The model's files cannot be used as they are.
     *
     * @param message what is wrong and where; never content of a file
     * @param hint what the user can do, may be empty
     * @param saw names that were found instead
     */
    record Failure(
            String fingerprint, FailureCode code, String message, String hint, List<String> saw)
            implements ExtractionResult {
        public Failure {
            saw = List.copyOf(saw);
        }

        @Override
        public ExtractionResult madeFor(String expected) {
            return ResultReader.madeFor(this, fingerprint, expected);
        }

        @Override
        public <T> T fold(
                Function<? super Success, ? extends T> success,
                Function<? super Failure, ? extends T> failure,
                Function<? super Invalid, ? extends T> invalid) {
            return failure.apply(this);
        }
    }

    /**
     * No result.
     *
     * @param problem what is wrong with the message, a clause without its content: {@code it is cut
     *     or not JSON}
     */
    record Invalid(String problem) implements ExtractionResult {
        @Override
        public ExtractionResult madeFor(String expected) {
            return this;
        }

        @Override
        public <T> T fold(
                Function<? super Success, ? extends T> success,
                Function<? super Failure, ? extends T> failure,
                Function<? super Invalid, ? extends T> invalid) {
            return invalid.apply(this);
        }
    }
}
