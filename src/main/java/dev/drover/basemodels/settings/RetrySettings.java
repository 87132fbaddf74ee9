package dev.drover.basemodels.settings;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * When a failed extraction is tried again.
 *
 * @param maxAttempts after that many only {@code slow} goes on
 * @param delay after the first failed attempt; doubles with each further one
 * @param longest most that it grows to
 * @param slow after the last attempt and after a permanent failure; zero = never
 */
public record RetrySettings(int maxAttempts, Duration delay, Duration longest, Duration slow) {
    public RetrySettings {
        requireNonNull(delay);
        requireNonNull(longest);
        requireNonNull(slow);
    }
}
