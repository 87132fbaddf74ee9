package dev.drover.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as Drover writes and reads them: a whole number and one unit, {@code 100ms} to {@code
 * 7d}.
 */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(-?\\d{1,12})(ms|s|m|h|d)");

    private Durations() {}

    /**
     * Reads {@code 100ms}, {@code 10s}, {@code 5m}, {@code 1h} or {@code 7d}.
     *
     * @throws IllegalArgumentException for anything else, a bare number included
     */
    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new Unacceptable(text, "is not a duration (100ms, 10s, 5m, 1h)");
        }
        long amount = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /**
     * Writes the duration in seconds, or in milliseconds, minutes or hours where that is shorter.
     */
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds == 0 || seconds % 60 != 0 || seconds == 60) {
            return seconds + "s";
        }
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
    }
}
