package dev.drover.config;

import java.util.regex.Pattern;

/** Names and selectors as the Kubernetes API checks them. */
final class Names {
    static final int LONGEST_LABEL = 63;

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final String WORD = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";
    private static final String KEY = "([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?" + WORD;
    private static final String VALUE = "(" + WORD + ")?";
    private static final String SET = "\\(\\s*" + VALUE + "(\\s*,\\s*" + VALUE + ")*\\s*\\)";
    private static final String REQUIREMENT =
            "\\s*(!\\s*"
                    + KEY
                    + "|"
                    + KEY
                    + "(\\s*(=|==|!=)\\s*"
                    + VALUE
                    + "|\\s+(in|notin)\\s*"
                    + SET
                    + ")?)\\s*";
    private static final Pattern SELECTOR =
            Pattern.compile(REQUIREMENT + "(," + REQUIREMENT + ")*");

    private Names() {}

    static String label(String text, int longest) {
        if (text.length() > longest) {
            throw new Unacceptable(text, "is longer than " + longest + " characters");
        }
        if (!LABEL.matcher(text).matches()) {
            throw new Unacceptable(text, "is not a DNS label");
        }
        return text;
    }

    static String labelSelector(String text) {
        if (!text.isEmpty() && !SELECTOR.matcher(text).matches()) {
            throw new Unacceptable(text, "is not a label selector");
        }
        return text;
    }
}
