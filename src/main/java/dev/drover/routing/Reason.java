package dev.drover.routing;

import java.util.regex.Pattern;
import org.apache.camel.NoSuchBeanException;

/** The sentence of an exception of Camel's that says what to mend. */
final class Reason {
    private static final int LONGEST = 300;
    private static final Pattern PREAMBLE =
            Pattern.compile("^Failed to (start|create) route:? \\S+ because:? ");

    private Reason() {}

    static String of(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof NoSuchBeanException)) {
            cause = cause.getCause();
        }
        if (cause instanceof NoSuchBeanException missing && missing.getName() != null) {
            return "no bean \"" + missing.getName() + "\"";
        }
        String text =
                cause.getMessage() == null
                        ? cause.getClass().getSimpleName()
                        : PREAMBLE.matcher(cause.getMessage().lines().findFirst().orElse(""))
                                .replaceFirst("");
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }
}
