package dev.drover.basemodels.settings;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Labels and annotations in the form {@code k=v,k2=v2}. */
final class KeyValues {
    private static final String WORD = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";
    private static final Pattern KEY =
            Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?" + WORD);
    private static final Pattern LABEL = Pattern.compile("(" + WORD + ")?");
    private static final Pattern ANY = Pattern.compile(".*", Pattern.DOTALL);

    private KeyValues() {}

    static Map<String, String> labels(String text, Predicate<String> reserved) {
        return read(text, LABEL, reserved);
    }

    static Map<String, String> annotations(String text, Predicate<String> reserved) {
        return read(text, ANY, reserved);
    }

    private static Map<String, String> read(
            String text, Pattern values, Predicate<String> reserved) {
        Map<String, String> pairs = new TreeMap<>();
        if (text.isBlank()) {
            return Map.of();
        }
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw problem(pair, "has no \"=\"");
            }
            String key = pair.substring(0, equals).strip();
            String value = pair.substring(equals + 1).strip();
            if (!KEY.matcher(key).matches()) {
                throw problem(pair, "has no legal key");
            }
            if (!values.matcher(value).matches()) {
                throw problem(pair, "has no legal value");
            }
            if (reserved.test(key)) {
                throw problem(pair, "has a key that the flow sets itself");
            }
            if (pairs.put(key, value) != null) {
                throw problem(pair, "repeats a key");
            }
        }
        return Map.copyOf(pairs);
    }

    private static IllegalArgumentException problem(String pair, String what) {
        return new IllegalArgumentException("holds \"" + pair.strip() + "\", which " + what);
    }
}
