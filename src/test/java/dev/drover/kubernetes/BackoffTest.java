package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    private final Backoff backoff = new Backoff(Duration.ofSeconds(1), () -> 0);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "FORBIDDEN,    1 2 4 8 16 30 30",
        "CLOSED,       1 2 4 8 16 30 30",
        "SERVER,       1 2 4 8 10 10 10",
        "NETWORK,      1 2 4 5 5 5 5",
        "UNAUTHORIZED, 1 2 4 5 5 5 5",
    })
    void doublesUpToTheCapOfTheTrouble(Trouble trouble, String seconds) {
        String pauses =
                String.join(
                        " ",
                        IntStream.range(0, 7)
                                .mapToObj(i -> "" + backoff.next(trouble).toSeconds())
                                .toList());
        assertThat(pauses).isEqualTo(seconds);
    }

    @Test
    void beginsAnewWithAnotherTrouble() {
        IntStream.range(0, 9).forEach(i -> backoff.next(Trouble.NETWORK));
        assertThat(backoff.next(Trouble.SERVER)).isEqualTo(Duration.ofSeconds(1));
        assertThat(backoff.next(Trouble.NETWORK)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void beginsAnewAfterAGoodTime() {
        backoff.next(Trouble.NETWORK);
        backoff.next(Trouble.NETWORK);
        backoff.reset();
        assertThat(backoff.next(Trouble.NETWORK)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void takesUpToAFifthOff() {
        assertThat(new Backoff(Duration.ofSeconds(1), () -> 1).next(Trouble.CLOSED))
                .isEqualTo(Duration.ofMillis(800));
    }

    @Test
    void doesNotOverflow() {
        IntStream.range(0, 200).forEach(i -> backoff.next(Trouble.CLOSED));
        assertThat(backoff.next(Trouble.CLOSED)).isEqualTo(Duration.ofSeconds(30));
    }
}
