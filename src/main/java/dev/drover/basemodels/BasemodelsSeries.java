package dev.drover.basemodels;

import dev.drover.basemodels.decision.AttemptEnd;
import dev.drover.basemodels.decision.Cause;
import dev.drover.basemodels.decision.Group;
import dev.drover.basemodels.decision.IntentNames;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.intents.ActListener;
import dev.drover.intents.Intent;
import dev.drover.intents.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The series {@code drover_basemodels_*}. None has the name of an object in a label. */
final class BasemodelsSeries implements ActListener {
    private final MeterRegistry meters;
    private final ModelMemories memories;
    private final Supplier<Extractor> extractor;
    private final LongSupplier nanos;

    BasemodelsSeries(
            MeterRegistry meters,
            ModelMemories memories,
            Supplier<Extractor> extractor,
            LongSupplier nanos) {
        this.meters = meters;
        this.memories = memories;
        this.extractor = extractor;
        this.nanos = nanos;
    }

    /** Registers the gauges, which count what is remembered. */
    void bind() {
        List<String> states =
                Arrays.stream(Group.values())
                        .map(Group::state)
                        .filter(state -> !state.isEmpty())
                        .distinct()
                        .toList();
        for (ModelKind kind : ModelKind.values()) {
            for (String state : states) {
                Gauge.builder("drover.basemodels.models", memories, it -> it.count(kind, state))
                        .description("PVC models by state")
                        .tag("kind", kind.word())
                        .tag("state", state)
                        .register(meters);
            }
        }
        for (Cause cause : Cause.values()) {
            Gauge.builder("drover.basemodels.cause", memories, it -> it.count(cause))
                    .description("PVC models by why they are as they are")
                    .tag("cause", cause.word())
                    .register(meters);
        }
        gauge(
                "status.contended",
                Cause.STATUS_CONTENDED,
                "Models whose status others keep writing");
        gauge("other.controller", Cause.OTHER_CONTROLLER, "Models that another controller keeps");
    }

    private void gauge(String name, Cause cause, String description) {
        Gauge.builder("drover.basemodels." + name, memories, it -> it.count(cause))
                .description(description)
                .register(meters);
    }

    @Override
    public void acted(Intent intent, Outcome outcome) {
        if (outcome != Outcome.APPLIED) {
            return;
        }
        if (intent.name().equals(IntentNames.CREATE_JOB)) {
            // not jobs.created: the Prometheus client keeps the suffix _created for itself
            count("jobs", "Jobs created", "extractor", extractor.get().word());
        }
        memories.last(intent.target())
                .flatMap(known -> known.decision().end())
                .filter(end -> end.recordedBy().equals(intent.name()))
                .ifPresent(this::ended);
        if (intent.name().equals(IntentNames.PATCH_STATUS)) {
            OptionalLong waited = memories.readyAfter(intent.target());
            waited.ifPresent(
                    since ->
                            time(
                                    "ready",
                                    "First decision about a source to Ready",
                                    Duration.ofNanos(nanos.getAsLong() - since)));
        }
    }

    private void ended(AttemptEnd end) {
        String result = end.result().name().toLowerCase(Locale.ROOT);
        count("jobs.finished", "Attempts that ended", "result", result);
        end.filled()
                .forEach(
                        field ->
                                count(
                                        "fields.filled",
                                        "Fields of models that got a value",
                                        "field",
                                        field.key()));
        end.took().ifPresent(took -> time("extraction", "Creation of a Job to its result", took));
    }

    private void count(String name, String description, String tag, String value) {
        Counter.builder("drover.basemodels." + name)
                .description(description)
                .tag(tag, value)
                .register(meters)
                .increment();
    }

    private void time(String name, String description, Duration duration) {
        Timer.builder("drover.basemodels." + name)
                .description(description)
                .register(meters)
                .record(duration.isNegative() ? Duration.ZERO : duration);
    }
}
