package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.Page;
import dev.drover.weights.metrics.SourceState;
import dev.drover.weights.metrics.WindowRules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** A target with what is known of it and who uses it. Thread-safe. */
final class ScrapedTarget {
    private final Target target;
    private final SourceState state;

    // all guarded by this
    private final Map<ObjectKey, Set<ObjectKey>> providersByModel = new HashMap<>();
    private final FailureStreak streak = new FailureStreak();
    private final Set<String> substituted = new HashSet<>();
    private boolean derived;
    private OptionalLong lastGoodNanos = OptionalLong.empty();

    ScrapedTarget(Target target, long nowNanos) {
        this.target = target;
        this.state = new SourceState(target.kind(), nowNanos);
    }

    Target target() {
        return target;
    }

    SourceState state() {
        return state;
    }

    synchronized void usedBy(ObjectKey model, ObjectKey provider, boolean byDerivedUrl) {
        derived = providersByModel.isEmpty() ? byDerivedUrl : derived && byDerivedUrl;
        providersByModel.computeIfAbsent(model, key -> new HashSet<>()).add(provider);
    }

    synchronized void releasedBy(ObjectKey model) {
        providersByModel.remove(model);
    }

    synchronized boolean unused() {
        return providersByModel.isEmpty();
    }

    synchronized Set<ObjectKey> models() {
        return Set.copyOf(providersByModel.keySet());
    }

    /** In order of their names, so that news come in the same order every time. */
    synchronized Set<ObjectKey> providers() {
        Set<ObjectKey> all = new TreeSet<>();
        providersByModel.values().forEach(all::addAll);
        return all;
    }

    FailureStreak.Change take(Page page, long nowNanos, WindowRules rules) {
        state.take(page, nowNanos, rules);
        synchronized (this) {
            lastGoodNanos = OptionalLong.of(nowNanos);
            return streak.add(true);
        }
    }

    FailureStreak.Change fail(Outcome outcome, String detail) {
        state.fail(outcome, detail);
        synchronized (this) {
            return streak.add(false);
        }
    }

    synchronized boolean failing() {
        return streak.failing();
    }

    synchronized OptionalLong lastGoodNanos() {
        return lastGoodNanos;
    }

    /**
     * Nobody wrote this URL and nothing ever answered there: perhaps there are no metrics at all.
     */
    synchronized boolean onlyAGuess() {
        return derived && lastGoodNanos.isEmpty();
    }

    /** True the first time that another model's series are used for this one. */
    synchronized boolean firstSubstitute(String targetModel) {
        return substituted.add(targetModel);
    }
}
