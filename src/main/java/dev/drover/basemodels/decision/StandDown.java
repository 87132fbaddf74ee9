package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.JobNames;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.settings.OtherController;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Another controller extracts metadata too (row 5): two that fill the same fields fight, so nothing
 * is written to the model until that one has been silent for two hours.
 */
final class StandDown {
    private static final Duration SILENCE = Duration.ofHours(2);

    private StandDown() {}

    static Optional<Decision> of(Inputs inputs) {
        if (inputs.settings().otherController() == OtherController.IGNORE) {
            return Optional.empty();
        }
        Optional<MetadataJob> job =
                inputs.jobs().stream().filter(it -> foreign(inputs, it)).findFirst();
        Memory memory =
                job.isPresent()
                        ? inputs.memory().seeingForeignJob(inputs.nanos())
                        : inputs.memory();
        return job.isPresent() || recent(memory, inputs.nanos())
                ? Optional.of(decision(inputs, memory, job))
                : Optional.empty();
    }

    private static boolean foreign(Inputs inputs, MetadataJob job) {
        return job.controlledBy(inputs.model().uid())
                && !job.managedByDrover()
                && JobNames.foreign(job.key().name());
    }

    private static boolean recent(Memory memory, long nanos) {
        return memory.foreignJobNanos().isPresent()
                && nanos - memory.foreignJobNanos().getAsLong() < SILENCE.toNanos();
    }

    private static Decision decision(Inputs inputs, Memory memory, Optional<MetadataJob> job) {
        Verdict verdict =
                Verdict.of(
                        Cause.OTHER_CONTROLLER,
                        "%s of another controller. Drover leaves this model alone; turn off one of the two controllers."
                                .formatted(
                                        job.map(it -> "Metadata Job " + it.key() + " is")
                                                .orElse("The last metadata Job was")));
        boolean news = !memory.told().equals(verdict.cause().word());
        return new Decision(
                Optional.of(verdict.cause()),
                verdict.message(),
                List.of(),
                verdict.cause().pace().next(Duration.ZERO),
                memory.telling(verdict.cause().word()),
                news ? List.of(new Writes(inputs).notice(verdict, "Reconcile")) : List.of(),
                news
                        ? Optional.of(
                                new LogLine(
                                        true,
                                        "Reconciling %s: %s"
                                                .formatted(inputs.model(), verdict.message())))
                        : Optional.empty(),
                Optional.empty());
    }
}
