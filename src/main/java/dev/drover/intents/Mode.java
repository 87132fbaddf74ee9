package dev.drover.intents;

import java.util.Locale;

/**
 * How far a flow goes, for the whole process and for one object; of the two the stricter counts.
 * The order of the constants is the order of strictness.
 */
public enum Mode {
    /** Decide and write. */
    APPLY,
    /** Decide and publish, write nothing. */
    OBSERVE,
    /** Act on no decision until somebody resumes; a deletion is still finished. */
    PAUSED;

    /** The annotation by which a user sets the mode of one object. */
    public static final String ANNOTATION = "drover.dev/mode";

    /** The words the annotation takes, for messages. */
    public static final String ACCEPTED = "apply, observe, paused";

    /**
     * Reads the annotation's value: absent is {@link #APPLY}. Any other word is {@link #PAUSED},
     * since whoever wrote it wanted Drover to hold back; see {@link #known(String)}.
     */
    public static Mode ofAnnotation(String value) {
        if (value == null) {
            return APPLY;
        }
        for (Mode mode : values()) {
            if (mode.word().equals(value)) {
                return mode;
            }
        }
        return PAUSED;
    }

    /** False for a value of the annotation that is none of the accepted words. */
    public static boolean known(String value) {
        return value == null || ofAnnotation(value).word().equals(value);
    }

    /** The stricter of the two. */
    public Mode stricter(Mode other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** As in configuration, annotation and metrics: {@code observe}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
