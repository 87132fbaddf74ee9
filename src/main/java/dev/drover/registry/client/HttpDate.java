package dev.drover.registry.client;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
final class HttpDate {
    private HttpDate() {}

    static Optional<Instant> parse(String text) {
        try {
            return Optional.of(
                    Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip())));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
