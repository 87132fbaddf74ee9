package dev.drover.basemodels.extractor;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Modules that are not quantised, by patterns found anywhere in a tensor's name; {@code *} stands
 * for one or more characters without a dot. The patterns are a stranger's: matching takes time
 * linear in the name for each, which no regular expression with several {@code [^.]+} does.
 */
final class Exclusions {
    static final Exclusions NONE = new Exclusions(List.of());

    /** Each pattern cut at its stars. */
    private final List<String[]> patterns;

    Exclusions(List<String> patterns) {
        this.patterns =
                patterns.stream()
                        .filter(pattern -> !pattern.isEmpty())
                        .map(pattern -> pattern.split("\\*", -1))
                        .toList();
    }

    /**
     * False when none fits, or when there is no time left to look.
     *
     * @param late asked before each pattern: there may be ten thousand, of a hundred stars each
     */
    boolean contains(String tensor, BooleanSupplier late) {
        for (String[] parts : patterns) {
            if (late.getAsBoolean()) {
                return false;
            }
            if (parts.length == 1 ? tensor.contains(parts[0]) : matches(tensor, parts)) {
                return true;
            }
        }
        return false;
    }

    /** Follows at once all places where the pattern may have come to. */
    private static boolean matches(String tensor, String[] parts) {
        boolean[] starts = new boolean[tensor.length() + 1];
        Arrays.fill(starts, true);
        for (int part = 0; ; part++) {
            boolean[] ends = ends(tensor, parts[part], starts);
            if (ends == null) {
                return false;
            }
            if (part == parts.length - 1) {
                return true;
            }
            starts = afterStar(tensor, ends);
        }
    }

    /** Where the part ends when it begins at one of the starts; null when it never does. */
    private static boolean[] ends(String tensor, String part, boolean[] starts) {
        boolean[] ends = new boolean[starts.length];
        boolean any = false;
        for (int at = 0; at + part.length() < starts.length; at++) {
            if (starts[at] && tensor.startsWith(part, at)) {
                ends[at + part.length()] = true;
                any = true;
            }
        }
        return any ? ends : null;
    }

    private static boolean[] afterStar(String tensor, boolean[] ends) {
        boolean[] starts = new boolean[ends.length];
        for (int at = 1; at < starts.length; at++) {
            starts[at] = tensor.charAt(at - 1) != '.' && (ends[at - 1] || starts[at - 1]);
        }
        return starts;
    }
}
