package dev.drover.basemodels.extractor;

import dev.drover.basemodels.metadata.FailureCode;
import java.util.List;

/** The model's files cannot be used: ends the extraction with a failure result. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    private final FailureCode code;
    private final String hint;
    private final transient List<String> saw;

    /**
     * @param message what is wrong and where, no content of a file
     * @param hint what the user can do
     * @param saw names that were found instead
     */
    Refusal(FailureCode code, String message, String hint, List<String> saw) {
        super(message);
        this.code = code;
        this.hint = hint;
        this.saw = List.copyOf(saw);
    }

    Refusal(FailureCode code, String message, String hint) {
        this(code, message, hint, List.of());
    }

    FailureCode code() {
        return code;
    }

    String hint() {
        return hint;
    }

    List<String> saw() {
        return saw;
    }
}
