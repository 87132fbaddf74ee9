package dev.drover.registry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How long a server asks to be left alone: seconds or a date; five minutes at most. */
final class RetryAfter {
    private static final Duration MOST = Duration.ofMinutes(5);

    private RetryAfter() {}

    static Optional<Duration> parse(String text, Instant now) {
        if (text.matches("[0-9]{1,9}")) {
            return Optional.of(atMost(Duration.ofSeconds(Long.parseLong(text))));
        }
        return HttpDate.parse(text)
                .map(date -> Duration.between(now, date))
                .map(wait -> wait.isNegative() ? Duration.ZERO : atMost(wait));
    }

    private static Duration atMost(Duration wait) {
        return wait.compareTo(MOST) > 0 ? MOST : wait;
    }
}
