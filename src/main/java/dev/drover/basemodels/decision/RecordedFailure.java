package dev.drover.basemodels.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** An attempt that failed before: shown from the annotation alone, until the next one is due. */
final class RecordedFailure {
    private static final Duration SOONEST = Duration.ofSeconds(1);

    private RecordedFailure() {}

    /** Row 13; empty when nothing is recorded, or when it is time to try again. */
    static Optional<Plan> of(Situation situation) {
        Extraction extraction = situation.extraction();
        if (extraction.fail().isEmpty()) {
            return Optional.empty();
        }
        Optional<Instant> next = next(situation, extraction, extraction.fail().get());
        if (next.isPresent() && !situation.now().isBefore(next.get())) {
            return Optional.empty();
        }
        if (next.equals(extraction.next())) {
            return Optional.of(show(situation, extraction, ""));
        }
        Extraction moved = extraction.withNext(next).normal();
        return Optional.of(
                show(situation, moved, "").recording(moved, Plan.noFields(), Optional.empty()));
    }

    /** As recorded, unless the settings or a moved clock make it mean something else now. */
    private static Optional<Instant> next(
            Situation situation, Extraction extraction, Extraction.Fail fail) {
        Optional<Instant> computed =
                Retries.next(
                        situation.settings().retries(),
                        situation.fingerprint(),
                        extraction.attempts(),
                        fail.cause().permanent(),
                        fail.at());
        return computed.map(
                at ->
                        Retries.plausible(
                                situation.settings().retries(),
                                situation.fingerprint(),
                                extraction.next().orElse(at),
                                situation.now()));
    }

    /** Shows the failure that is recorded, and looks again when its time has come. */
    static Plan show(Situation situation, Extraction extraction, String excerpt) {
        Extraction.Fail fail = extraction.fail().orElseThrow();
        Plan plan =
                Plan.show(
                        Verdict.of(
                                        fail.cause(),
                                        fail.message() + Sentences.nextAttempt(extraction.next()))
                                .withExcerpt(excerpt));
        return extraction
                .next()
                .map(at -> Duration.between(situation.now(), at))
                .map(wait -> wait.compareTo(SOONEST) < 0 ? SOONEST : wait)
                .map(plan::lookingAfter)
                .orElse(plan);
    }
}
