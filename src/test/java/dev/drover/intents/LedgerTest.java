package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final ObjectKey KEY = new ObjectKey("team-a", "llama");

    @Test
    void keepsTheLastTenWritesOldestFirst() {
        Ledger ledger = new Ledger(10);
        for (int i = 1; i <= 12; i++) {
            ledger.written(KEY, "u", write("PatchWeights", i));
        }

        assertThat(ledger.of(KEY, "u").writes())
                .extracting(Ledger.Write::resourceVersion)
                .startsWith("3")
                .endsWith("12")
                .hasSize(10);
    }

    @Test
    void aSuccessClearsOnlyTheFailureOfItsOwnIntent() {
        Ledger ledger = new Ledger(10);
        ledger.failed(KEY, "u", failure("CreateJob"));

        ledger.written(KEY, "u", write("PatchStatus", 1));
        assertThat(ledger.of(KEY, "u").lastFailure()).isPresent();

        ledger.written(KEY, "u", write("CreateJob", 2));
        assertThat(ledger.of(KEY, "u").lastFailure()).isEmpty();
    }

    @Test
    void forgetsWhatWasNotUsedForLongest() {
        Ledger ledger = new Ledger(2);
        ObjectKey second = new ObjectKey("team-a", "second");
        ledger.written(KEY, "u", write("PatchWeights", 1));
        ledger.written(second, "u", write("PatchWeights", 1));
        ledger.of(KEY, "u");

        ledger.written(new ObjectKey("team-a", "third"), "u", write("PatchWeights", 1));

        assertThat(ledger.of(KEY, "u").writes()).hasSize(1);
        assertThat(ledger.of(second, "u").writes()).isEmpty();
    }

    @Test
    void knowsAnObjectByItsUidToo() {
        Ledger ledger = new Ledger(2);
        ledger.failed(KEY, "old", failure("CreateJob"));

        assertThat(ledger.of(KEY, "new")).isEqualTo(Ledger.Entry.empty("new"));
    }

    @Test
    void forgetsWhatIsGone() {
        Ledger ledger = new Ledger(2);
        ledger.written(KEY, "u", write("PatchWeights", 1));
        ledger.forget(KEY);

        assertThat(ledger.of(KEY, "u").writes()).isEmpty();
    }

    private static Ledger.Write write(String intent, int version) {
        return new Ledger.Write(intent, "load", "v1/jobs", KEY, String.valueOf(version), 0);
    }

    private static Ledger.Failure failure(String intent) {
        return new Ledger.Failure(intent, Outcome.DENIED, 403, "no", List.of(), "7", 1, 0, null);
    }
}
