package dev.drover.basemodels.decision;

import dev.drover.intents.Ledger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A Job that we created and that is gone without a trace. One that was deleted by hand comes back
 * at once; where something deletes each new one, creations get rarer, each pause twice the last.
 */
final class VanishedJob {
    /** A Job that lived longer was not deleted because it was created. */
    private static final Duration SHORT_LIFE = Duration.ofSeconds(30);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final Situation situation;
    private final Verdict verdict;

    private VanishedJob(Situation situation) {
        this.situation = situation;
        this.verdict =
                Verdict.of(
                        Cause.JOB_TERMINATING,
                        ("Job %s was deleted right after it was created, more than once. Find out"
                                        + " what deletes it: a cleaner, a policy or another controller. It is"
                                        + " created again after a pause that gets longer.")
                                .formatted(situation.jobKey()));
    }

    /** Empty when the Job may be created now. */
    static Optional<Plan> of(Situation situation) {
        return new VanishedJob(situation).plan();
    }

    private Optional<Plan> plan() {
        List<Long> creations = creations();
        if (creations.size() < 2) {
            return Optional.empty();
        }
        long last = creations.get(creations.size() - 1);
        Duration age = Duration.ofNanos(situation.inputs().nanos() - last);
        boolean shown = LastShown.of(situation.inputs()).says(verdict);
        if (!shown && age.compareTo(SHORT_LIFE) >= 0) {
            return Optional.empty();
        }
        Duration gap = Duration.ofNanos(last - creations.get(creations.size() - 2));
        Duration left = pause(gap).minus(age);
        return left.isNegative() || left.isZero()
                ? Optional.empty()
                : Optional.of(Plan.show(verdict).lookingAfter(left));
    }

    private static Duration pause(Duration gap) {
        boolean first = gap.compareTo(LONGEST_PAUSE.multipliedBy(2)) > 0;
        Duration next = first ? FIRST_PAUSE : gap.multipliedBy(2);
        Duration least = next.compareTo(FIRST_PAUSE) < 0 ? FIRST_PAUSE : next;
        return least.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : least;
    }

    /** When this Job was created before, oldest first, as far as the ledger remembers. */
    private List<Long> creations() {
        return situation.inputs().ledger().writes().stream()
                .filter(write -> write.intent().equals(IntentNames.CREATE_JOB))
                .filter(write -> write.target().equals(situation.jobKey()))
                .map(Ledger.Write::atNanos)
                .toList();
    }
}
