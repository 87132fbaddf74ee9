package dev.drover.weights.decision;

import dev.drover.weights.settings.WeightsConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Whether somebody else puts the weights back again and again, so that writing them means fighting
 * (spec weights 7.3). Kept in memory only.
 *
 * @param reverts when the baseline was put back, oldest first
 * @param sinceNanos when the phase began
 */
record Contention(Phase phase, List<Long> reverts, long sinceNanos) {
    static final Contention NONE = new Contention(Phase.NONE, List.of(), 0);

    /** How far it has come. */
    enum Phase {
        NONE,
        /** Load-driven writes have stopped. */
        CONTENDED,
        /** One was tried after a while, and it is not sure yet that it stays. */
        TRIED
    }

    Contention {
        reverts = List.copyOf(reverts);
    }

    boolean contended() {
        return phase != Phase.NONE;
    }

    /** Somebody put the baseline back. */
    Contention reverted(long nanos, WeightsConfiguration.Contention settings) {
        long oldest = nanos - settings.window().toNanos();
        List<Long> recent = new ArrayList<>();
        reverts.stream().filter(at -> at - oldest >= 0).forEach(recent::add);
        recent.add(nanos);
        if (phase == Phase.CONTENDED) {
            return new Contention(phase, recent, sinceNanos);
        }
        boolean enough = phase == Phase.TRIED || recent.size() >= settings.reverts();
        return enough
                ? new Contention(Phase.CONTENDED, recent, nanos)
                : new Contention(Phase.NONE, recent, sinceNanos);
    }

    /** A load-driven write has reached the object. */
    Contention written(long nanos, WeightsConfiguration.Contention settings) {
        return phase == Phase.CONTENDED && retryLeft(nanos, settings) == 0
                ? new Contention(Phase.TRIED, reverts, nanos)
                : this;
    }

    /** Over when the write that was tried has stayed for the whole window. */
    Contention at(long nanos, WeightsConfiguration.Contention settings) {
        return phase == Phase.TRIED && nanos - sinceNanos > settings.window().toNanos()
                ? NONE
                : this;
    }

    /** Nanoseconds until a load-driven write may be tried; 0 when it may. */
    long retryLeft(long nanos, WeightsConfiguration.Contention settings) {
        return switch (phase) {
            case NONE -> 0;
            case CONTENDED -> Math.max(0, sinceNanos + settings.retry().toNanos() - nanos);
            case TRIED -> Math.max(1, sinceNanos + settings.window().toNanos() + 1 - nanos);
        };
    }

    /** How many reverts are counted within the window that ends now. */
    int count(long nanos, WeightsConfiguration.Contention settings) {
        long oldest = nanos - settings.window().toNanos();
        return (int)
                LongStream.of(reverts.stream().mapToLong(Long::longValue).toArray())
                        .filter(at -> at - oldest >= 0)
                        .count();
    }
}
