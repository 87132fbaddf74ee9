package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.Retry;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetriesTest {
    private final Retries retries = new Retries(() -> 0, new ReturnTimes(() -> 0));

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "every slot is taken: soon and whatever waits,         BUSY,        busy,       , 1000,    "
                + " 3",
        "the breaker is open: as long as it will be,           UNAVAILABLE, open, 22000,    1,"
                + " 22000",
        "the breaker is open and a thousand wait: ten a second, UNAVAILABLE, open, 22000, 1000,"
                + " 100000",
        "the breaker is about to close: a second,              UNAVAILABLE, open,       ,    1, "
                + " 1000",
        "a failed call: its own backoff,                       UNAVAILABLE, 503,        ,    1, "
                + " 1000",
        "a failed call while a thousand wait: ten a second,    UNAVAILABLE, 503,        , 1000,"
                + " 100000",
        "a token that is refused: slowly,                      UNAUTHORIZED, 401,       ,    1,"
                + " 300000",
    })
    void pausesAsLongAsThatHelps(
            String because, Reason reason, String code, Long afterMillis, int waiting, long pause) {
        Failure failure =
                new Failure(
                        "ml",
                        Operation.GET_RECORD,
                        reason,
                        code,
                        "",
                        Optional.ofNullable(afterMillis).map(Duration::ofMillis));
        Memories.Entry first = retries.counted(failure, Memories.Entry.NONE);

        assertThat(retries.pause(failure, retries.kind(failure, first), first, waiting))
                .hasMillis(pause);
    }

    @ParameterizedTest(name = "{0}: {1} times at once")
    @CsvSource({"CONFLICT, 3", "VANISHED, 1"})
    void aRaceIsRunAgainAtOnceAndNotForEver(Reason reason, int times) {
        Failure failure =
                new Failure("ml", Operation.PATCH_RECORD, reason, "409", "", Optional.empty());
        Memories.Entry entry = Memories.Entry.NONE;
        for (int i = 0; i < times; i++) {
            assertThat(retries.kind(failure, entry)).isEqualTo(Retry.AT_ONCE);
            entry = retries.counted(failure, entry);
        }
        assertThat(retries.kind(failure, entry)).isEqualTo(Retry.BACKOFF);
    }
}
