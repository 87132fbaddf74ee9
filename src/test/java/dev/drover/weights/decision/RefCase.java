package dev.drover.weights.decision;

import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.metrics.Stall;
import dev.drover.weights.objects.ExternalProvider;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** One ref of a generated model: its weight, what is around it and what its sources say. */
record RefCase(
        int weight,
        Kind kind,
        Double kv,
        Double queue,
        Double latency,
        Double errors,
        int age,
        ProviderHealth health) {
    enum Kind {
        ENGINE,
        BOTH_SOURCES,
        STALLED,
        MIXED,
        NEVER_READ,
        CLOUD,
        MISSING_PROVIDER,
        NOT_READY
    }

    static Arbitrary<RefCase> any() {
        Arbitrary<Double> odd =
                Arbitraries.of(
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        -0.0,
                        -1.0,
                        1e300,
                        Double.MIN_VALUE);
        Arbitrary<Double> ratio = figure(Arbitraries.doubles().between(0, 1), odd);
        Arbitrary<Double> large = figure(Arbitraries.doubles().between(0, 1000), odd);
        return Combinators.combine(
                        Arbitraries.frequencyOf(
                                Tuple.of(8, Arbitraries.integers().between(0, 100)),
                                Tuple.of(4, Arbitraries.integers().between(0, 3))),
                        Arbitraries.frequency(
                                Tuple.of(10, Kind.ENGINE),
                                Tuple.of(3, Kind.BOTH_SOURCES),
                                Tuple.of(1, Kind.MIXED),
                                Tuple.of(1, Kind.STALLED),
                                Tuple.of(1, Kind.NEVER_READ),
                                Tuple.of(2, Kind.CLOUD),
                                Tuple.of(1, Kind.MISSING_PROVIDER),
                                Tuple.of(1, Kind.NOT_READY)),
                        ratio,
                        large,
                        large,
                        ratio,
                        Arbitraries.of(0, 0, 0, 0, 5, 29, 30, 31, 179, 180, 181, 1000),
                        Arbitraries.frequency(
                                Tuple.of(5, ProviderHealth.NONE),
                                Tuple.of(3, ProviderHealth.HEALTHY),
                                Tuple.of(1, ProviderHealth.UNKNOWN),
                                Tuple.of(1, ProviderHealth.unhealthy("dead"))))
                .as(RefCase::new);
    }

    private static Arbitrary<Double> figure(Arbitrary<Double> usual, Arbitrary<Double> odd) {
        return Arbitraries.frequencyOf(
                Tuple.of(12, usual), Tuple.of(1, odd), Tuple.of(1, Arbitraries.just(null)));
    }

    /** What the scene knows around the ref when its figures were read {@code age} seconds ago. */
    RefInputs inputs(String name, long nanos) {
        ExternalProvider provider =
                Scene.provider(
                        name, kind == Kind.CLOUD ? "openai" : "remote", kind != Kind.NOT_READY);
        long at = nanos - age * Scene.SECOND;
        Scene.Figures engine = Scene.Figures.unread().at(at).kv(kv).queue(queue).latency(latency);
        Scene.Figures picker =
                Scene.Figures.unread().kind(SourceKind.EPP).at(at).kv(kv).errors(errors);
        if (kind == Kind.MISSING_PROVIDER) {
            return RefInputs.none();
        }
        List<SourceFigures> sources =
                switch (kind) {
                    case ENGINE -> List.of(engine.build());
                    case MIXED -> List.of(engine.mixed().build());
                    case STALLED ->
                            List.of(
                                    engine.stall(new Stall(Stall.Verdict.STALLED, List.of("")))
                                            .build());
                    case BOTH_SOURCES, NOT_READY -> List.of(engine.build(), picker.build());
                    case NEVER_READ -> List.of(Scene.Figures.unread().at(at).build());
                    case CLOUD, MISSING_PROVIDER -> List.of();
                };
        return new RefInputs(Optional.of(provider), sources, health);
    }
}
