package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterHeaderTest {
    private static final Clock NOON =
            Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "seconds,                        30,                                30",
        "blanks around,                  ' 2 ',                             2",
        "at most five minutes,           999999999999,                      300",
        "a date,                         'Mon, 30 Nov 2026 12:00:07 GMT',   7",
        "a date that has passed,         'Mon, 30 Nov 2026 11:00:00 GMT',   0",
        "nothing usable,                 soon,                              ",
        "no header,                      ,                                  ",
        "a negative number,              -5,                                ",
    })
    void readsSecondsAndDates(String because, String header, Long seconds) {
        assertThat(RetryAfterHeader.of(header, NOON).map(Duration::toSeconds).orElse(null))
                .isEqualTo(seconds);
    }
}
