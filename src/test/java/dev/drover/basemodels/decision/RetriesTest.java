package dev.drover.basemodels.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.job.Fingerprint;
import dev.drover.basemodels.settings.RetrySettings;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sequence of spec basemodels 5.4. */
class RetriesTest {
    private static final Instant FAILED = Instant.parse("2026-11-30T10:00:00Z");
    private static final Fingerprint FINGERPRINT = new Fingerprint("c07d557e49f243b6");
    private static final RetrySettings SHIPPED = Settings.defaults().retries();

    @ParameterizedTest(name = "after failure {0}: {1} s")
    @CsvSource({"1, 323", "2, 645", "3, 1290", "4, 2581", "5, 23226", "6, 23226"})
    void waitsTwiceAsLongEachTimeAndThenRarely(int failures, long seconds) {
        assertThat(Retries.next(SHIPPED, FINGERPRINT, failures, false, FAILED))
                .contains(FAILED.plusSeconds(seconds));
    }

    @Test
    void waitsLongForWhatAnotherTryCannotChange() {
        assertThat(Retries.next(SHIPPED, FINGERPRINT, 1, true, FAILED))
                .contains(FAILED.plusSeconds(23226));
    }

    @Test
    void neverTriesAgainWhenTheSlowRetryIsOff() {
        RetrySettings off = new RetrySettings(1, SHIPPED.delay(), SHIPPED.longest(), Duration.ZERO);

        assertThat(Retries.next(off, FINGERPRINT, 1, false, FAILED)).isEmpty();
        assertThat(Retries.next(off, FINGERPRINT, 1, true, FAILED)).isEmpty();
    }

    @Test
    void growsToTheLongestDelayOnly() {
        RetrySettings many =
                new RetrySettings(20, Duration.ofMinutes(5), Duration.ofMinutes(60), Duration.ZERO);

        assertThat(Retries.next(many, new Fingerprint("00"), 19, false, FAILED))
                .contains(FAILED.plus(Duration.ofMinutes(60)));
    }

    @Test
    void doesNotWaitForATimeThatOnlyAMovedClockCanHaveSet() {
        Instant inYears = FAILED.plus(Duration.ofDays(2000));

        assertThat(Retries.plausible(SHIPPED, FINGERPRINT, inYears, FAILED))
                .isEqualTo(FAILED.plusSeconds(23226));
        assertThat(Retries.plausible(SHIPPED, FINGERPRINT, FAILED.plusSeconds(60), FAILED))
                .isEqualTo(FAILED.plusSeconds(60));
    }
}
