package dev.drover.basemodels.metadata;

import java.util.Arrays;
import java.util.Optional;

/** Why an extraction failed: the word in the result and in the status, and the exit code. */
public enum FailureCode {
    /** The model path is absent or not a directory. */
    PATH_MISSING("PathMissing", 10),
    /** No file that could be the model's configuration. */
    NO_CONFIG("NoConfig", 11),
    /** Not JSON, not an object, too large, or without {@code model_type}. */
    CONFIG_UNREADABLE("ConfigUnreadable", 12),
    /** The directory or the configuration may not be read by the Job's user. */
    PERMISSION_DENIED("PermissionDenied", 13),
    /** The configuration or weights are links that lead nowhere or out of the model. */
    DANGLING_LINKS("DanglingLinks", 14),
    /** Anything else, a wrong option included. Another attempt may succeed. */
    EXTRACTOR_FAILED("ExtractorFailed", 20);

    private final String word;
    private final int exit;

    FailureCode(String word, int exit) {
        this.word = word;
        this.exit = exit;
    }

    /** {@code PathMissing}. */
    public String word() {
        return word;
    }

    public int exit() {
        return exit;
    }

    /** Another attempt on the same files gives the same answer. */
    public boolean permanent() {
        return this != EXTRACTOR_FAILED;
    }

    public static Optional<FailureCode> ofWord(String word) {
        return Arrays.stream(values()).filter(code -> code.word.equals(word)).findFirst();
    }
}
