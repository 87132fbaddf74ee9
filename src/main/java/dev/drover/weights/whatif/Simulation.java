package dev.drover.weights.whatif;

import dev.drover.intents.Intent;
import dev.drover.intents.Mode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.decision.Decision;
import dev.drover.weights.decision.LastWrite;
import dev.drover.weights.decision.ModelState;
import dev.drover.weights.decision.Observed;
import dev.drover.weights.decision.RefInputs;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.metrics.Stall;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A closed loop on a simulated clock: clusters that fill by weight, and decisions that see of them
 * what pages show. No I/O, no wall clock; the same options give the same run.
 */
final class Simulation {
    private static final long NANOS = 1_000_000_000L;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** How long probes need to notice a failure, and its end. */
    private static final int SEEN_AFTER = 30;

    private static final int BACK_AFTER = 20;

    private final Options options;
    private final Decider decider;
    private final WeightsConfiguration settings;
    private final Plant plant;
    private final SimulatedModel model;
    private final SourceFigures[] figures;
    private ModelState memory = ModelState.empty();
    private Optional<LastWrite> lastWrite = Optional.empty();
    private long lookAgain = Long.MAX_VALUE;

    Simulation(Options options, Decider decider) {
        this.options = options;
        this.decider = decider;
        this.settings = options.configuration();
        this.plant = new Plant(options, new Chance(options.seed()));
        this.model = new SimulatedModel(options.weights());
        this.figures = new SourceFigures[options.clusters()];
    }

    /** Every second of the run, in order. */
    List<Second> run() {
        List<Second> seconds = new ArrayList<>();
        long interval = settings.interval().toNanos();
        long scrape = 0;
        for (int second = 0; second < options.seconds(); second++) {
            plant.step(second, model.weights());
            boolean scraped = second * NANOS >= scrape;
            if (scraped) {
                read(second);
                scrape += interval;
            }
            boolean due = scraped || second * NANOS >= lookAgain || healthChanges(second);
            seconds.add(result(second, due ? pass(second) : ""));
        }
        return seconds;
    }

    private Second result(int second, String written) {
        List<Double> load = new ArrayList<>();
        double waiting = 0;
        for (int i = 0; i < options.clusters(); i++) {
            load.add(plant.load(i));
            waiting += plant.waiting(i);
        }
        return new Second(second, model.weights(), List.copyOf(load), waiting, written);
    }

    /** Takes the figures of every cluster that can be read; those of the others grow old. */
    private void read(int second) {
        for (int i = 0; i < figures.length; i++) {
            if (plant.readable(i, second)) {
                figures[i] = page(i, second * NANOS);
            } else if (figures[i] == null) {
                figures[i] = SourceFigures.misconfigured(SourceKind.VLLM, 0, "not readable");
            }
        }
    }

    private SourceFigures page(int cluster, long now) {
        return new SourceFigures(
                SourceKind.VLLM,
                null,
                true,
                0,
                plant.kv(cluster),
                null,
                OptionalLong.of(now),
                plant.queueDepth(cluster),
                null,
                new SourceFigures.Latency(plant.latencySeconds(cluster), null, null, now),
                null,
                null,
                OptionalLong.empty(),
                false,
                Stall.NONE,
                "ok",
                null);
    }

    private boolean healthChanges(int second) {
        return options.failures().stream()
                .anyMatch(
                        it ->
                                second == it.period().from() + SEEN_AFTER
                                        || second == it.period().to() + BACK_AFTER);
    }

    private ProviderHealth health(int cluster, int second) {
        boolean down =
                options.failures().stream()
                        .filter(it -> it.cluster() == cluster)
                        .map(Incident::period)
                        .anyMatch(
                                it ->
                                        second >= it.from() + SEEN_AFTER
                                                && second < it.to() + BACK_AFTER);
        return down ? ProviderHealth.unhealthy("simulated") : ProviderHealth.HEALTHY;
    }

    /** One pass, and the one that the own patch causes; returns the reason of what was written. */
    private String pass(int second) {
        Decision decision = decide(second);
        if (decision.intents().isEmpty()) {
            return "";
        }
        Intent intent = decision.intents().get(0);
        boolean down = options.apiDown().stream().anyMatch(it -> it.covers(second));
        lastWrite =
                Optional.of(
                        new LastWrite(
                                down ? LastWrite.Outcome.FAILED : LastWrite.Outcome.APPLIED,
                                1,
                                second * NANOS,
                                "",
                                List.of()));
        if (down) {
            return "";
        }
        model.apply(intent);
        decide(second);
        return intent.account().reason();
    }

    private Decision decide(int second) {
        List<RefInputs> refs = new ArrayList<>();
        for (int i = 0; i < figures.length; i++) {
            refs.add(
                    new RefInputs(
                            Optional.of(provider(i)), List.of(figures[i]), health(i, second)));
        }
        Observed observed =
                new Observed(
                        model.read(),
                        refs,
                        Mode.APPLY,
                        settings,
                        START.plusSeconds(second),
                        second * NANOS,
                        lastWrite);
        Decision decision = decider.decide(observed, memory);
        memory = decision.state();
        lookAgain =
                decision.nextLook()
                        .map(Duration::toNanos)
                        .map(wait -> second * NANOS + wait)
                        .orElse(Long.MAX_VALUE);
        return decision;
    }

    private static ExternalProvider provider(int cluster) {
        String name = SimulatedModel.cluster(cluster);
        return new ExternalProvider(
                new ObjectKey("what-if", name),
                "remote-maas",
                name + ".example.com",
                Map.of("healthCheck", "enabled"),
                true);
    }
}
