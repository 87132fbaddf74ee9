package dev.drover.kubernetes;

import java.time.Clock;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Reads the header {@code Retry-After}: seconds, or a date. */
final class RetryAfterHeader {
    /** What a server may ask for; beyond that it is taken for a mistake. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private RetryAfterHeader() {}

    /** The pause, at most five minutes; empty when the header is absent or says nothing usable. */
    static Optional<Duration> of(String header, Clock clock) {
        if (header == null) {
            return Optional.empty();
        }
        String text = header.strip();
        if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(
                    text.length() > 6
                            ? LONGEST
                            : bounded(Duration.ofSeconds(Long.parseLong(text))));
        }
        try {
            var date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            return Optional.of(bounded(Duration.between(clock.instant(), date.toInstant())));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Duration bounded(Duration pause) {
        if (pause.isNegative()) {
            return Duration.ZERO;
        }
        return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    }
}
