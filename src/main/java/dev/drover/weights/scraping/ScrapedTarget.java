package dev.drover.weights.scraping;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.Page;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceState;
import dev.drover.weights.metrics.WindowRules;
import dev.drover.weights.providers.Source;
import dev.drover.weights.providers.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A target with what is known of it and who uses it. Thread-safe. */
final class ScrapedTarget {
    private final Target target;
    private final SourceState state;

    // all guarded by this
    private final Map<ObjectKey, Set<ObjectKey>> providersByModel = new HashMap<>();
    private final Map<ObjectKey, Set<Wanted>> wantedByModel = new HashMap<>();
    private final Map<Wanted, FailureStreak> pageStreaks = new HashMap<>();
    private final FailureStreak streak = new FailureStreak();
    private final Set<String> substituted = new HashSet<>();
    private boolean derived;
    private OptionalLong lastGoodNanos = OptionalLong.empty();

    /** What a model looks for on the pages; {@code pool} may be null. */
    private record Wanted(String targetModel, String pool) {}

    /**
     * What a good page had for one model.
     *
     * @param outcome {@code ok}, or why there is no KV-cache use on it
     * @param change news of that, if any
     */
    record ModelOutcome(String outcome, String detail, FailureStreak.Change change) {}

    ScrapedTarget(Target target, long nowNanos) {
        this.target = target;
        this.state = new SourceState(target.kind(), target.shownUrl(), nowNanos);
    }

    Target target() {
        return target;
    }

    SourceState state() {
        return state;
    }

    synchronized void usedBy(
            ObjectKey model, ObjectKey provider, Source source, String targetModel) {
        derived = providersByModel.isEmpty() ? source.derived() : derived && source.derived();
        providersByModel.computeIfAbsent(model, key -> new HashSet<>()).add(provider);
        wantedByModel
                .computeIfAbsent(model, key -> new HashSet<>())
                .add(new Wanted(targetModel, source.pool()));
    }

    synchronized void releasedBy(ObjectKey model) {
        providersByModel.remove(model);
        wantedByModel.remove(model);
        pageStreaks.keySet().retainAll(wanted());
    }

    private Set<Wanted> wanted() {
        return wantedByModel.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
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

    /** What the last good page had for each model that uses it. */
    synchronized List<ModelOutcome> outcomes(long nowNanos) {
        List<ModelOutcome> outcomes = new ArrayList<>();
        for (Wanted wanted : wanted()) {
            SourceFigures figures = state.figures(wanted.targetModel(), wanted.pool(), nowNanos);
            boolean good = figures.outcome().equals(Outcome.OK.label());
            FailureStreak.Change change =
                    pageStreaks.computeIfAbsent(wanted, key -> new FailureStreak()).add(good);
            outcomes.add(new ModelOutcome(figures.outcome(), figures.detail(), change));
        }
        return outcomes;
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
