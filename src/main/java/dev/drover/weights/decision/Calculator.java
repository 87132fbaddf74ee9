package dev.drover.weights.decision;

import dev.drover.intents.Mode;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ProviderRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Decides how the traffic of a model is split over its providers. Pure: no I/O, no clock, no memory
 * but what is handed in; the same inputs give the same outputs, bit for bit. Thread-safe.
 *
 * <p>The order of a decision: rules that leave a model alone, who wrote the weights that stand in
 * the object, a load step if one is due, the first move of a new model, integers, and whether the
 * result is worth a write.
 */
public final class Calculator {
    /**
     * Decides anew from what is seen and what is remembered.
     *
     * @param state of the previous decision about this model, {@link ModelState#empty()} at first
     */
    public Decision decide(Observed seen, ModelState state) {
        ExternalModel model = seen.model();
        ModelState memory = state.of(model).forgettingWhatWasRemoved(seen);
        boolean zeroRefused =
                seen.zeroRefused()
                        || memory.zeroRefused()
                        || ZeroRefusal.of(seen.lastWrite(), memory.pending());
        StrategyChoice strategy = StrategyChoice.of(model, seen.strategy());
        Observed observed =
                seen.withZeroRefused(zeroRefused)
                        .withStrategy(strategy.strategy().orElse(seen.strategy()));
        boolean[] managed = Management.of(observed, memory);
        Announcement announcement = new Announcement(model, memory.told());
        List<String> findings = new ArrayList<>(model.findings());
        strategy.finding().ifPresent(findings::add);
        announcement.findings(findings);
        Optional<ModelCondition> skipped = SkipRules.of(model, strategy, managed);
        return skipped.isPresent()
                ? leftAlone(observed, memory, managed, skipped.get(), announcement)
                : balanced(observed, memory, managed, announcement);
    }

    private static Decision leftAlone(
            Observed observed,
            ModelState memory,
            boolean[] managed,
            ModelCondition condition,
            Announcement announcement) {
        announcement.condition(condition, Conditions.detail(condition, observed));
        Release release = Release.of(observed, memory, condition);
        boolean sent = release.intent().isPresent() && observed.mode() == Mode.APPLY;
        ModelState after =
                new ModelState(
                        memory.uid(),
                        sent ? LastKnown.of(observed, memory).known() : memory.known(),
                        sent ? Optional.empty() : memory.pending(),
                        release.published(),
                        observed.mode(),
                        memory.latencyFrom(),
                        memory.timeline(),
                        Contention.NONE,
                        sent ? OptionalLong.of(observed.nanos()) : OptionalLong.empty(),
                        observed.zeroRefused(),
                        Management.remembered(observed, memory, managed),
                        announcement.told());
        return new Decision(
                release.intent().stream().toList(),
                after,
                Optional.empty(),
                condition,
                announcement.notices(),
                new Decision.Explanation(
                        condition == ModelCondition.RELEASED
                                ? StrategyChoice.NONE
                                : observed.strategy().word(),
                        0,
                        0,
                        0,
                        observed.settings().deadband(),
                        release.intent().isPresent()
                                ? WriteChoice.RESTORE
                                : Conditions.leftAlone(condition),
                        false,
                        false,
                        Conditions.detail(condition, observed)),
                List.of(),
                Optional.empty(),
                announcement.lines());
    }

    private static Decision balanced(
            Observed observed, ModelState memory, boolean[] managed, Announcement announcement) {
        Ownership ownership = Ownership.resolve(observed, managed, memory);
        Pass pass = new Pass(observed, memory, ownership, managed).run();
        WriteChoice choice = WriteChoice.of(pass);
        ModelCondition condition = Conditions.of(pass);
        Map<RefKey, RefMemory> refs = tell(pass, choice, condition, announcement);
        ModelState after =
                new ModelState(
                        memory.uid(),
                        Optional.of(ownership.known()),
                        choice.pending(),
                        choice.published(),
                        observed.mode(),
                        pass.latencyFrom,
                        choice.timeline(),
                        pass.contention,
                        OptionalLong.empty(),
                        observed.zeroRefused(),
                        refs,
                        announcement.told());
        return new Decision(
                choice.intent().stream().toList(),
                after,
                sooner(choice.nextLook(), pass.changesIn()),
                condition,
                announcement.notices(),
                new Decision.Explanation(
                        observed.strategy().word(),
                        pass.situation.total(),
                        pass.situation.floor(),
                        pass.shift,
                        observed.settings().deadband(),
                        choice.reason(),
                        pass.situation.allDown() != AllDown.NO,
                        pass.contention.contended(),
                        Conditions.hint(condition, pass)),
                Report.of(pass),
                edit(pass),
                announcement.lines());
    }

    /** Fills the announcement; returns what is remembered of each ref. */
    private static Map<RefKey, RefMemory> tell(
            Pass pass, WriteChoice choice, ModelCondition condition, Announcement announcement) {
        announcement.unreadable(pass.ownership.unreadable());
        Map<RefKey, RefMemory> refs = new HashMap<>();
        for (Ref ref : pass.situation.refs()) {
            RefMemory remembered = choice.memories()[ref.spec().index()];
            refs.put(ref.key(), announcement.trouble(ref, remembered, pass.settings));
        }
        announcement.allDown(pass.situation);
        if (pass.before.contention().contended() && !pass.contention.contended()) {
            announcement.contentionEnded();
        }
        boolean zero = pass.situation.refs().stream().anyMatch(Ref::down);
        if (pass.observed.zeroRefused() && zero) {
            announcement.zeroRefused();
        }
        if (pass.settled() || !condition.equals(ModelCondition.NO_FRESH_METRICS)) {
            announcement.condition(condition, Conditions.detail(condition, pass.observed));
        }
        return refs;
    }

    private static Optional<Duration> sooner(Optional<Duration> one, Optional<Duration> other) {
        return one.isPresent() && other.isPresent() && one.get().compareTo(other.get()) > 0
                ? other
                : one.or(() -> other);
    }

    private static Optional<Edit> edit(Pass pass) {
        List<Integer> weights =
                pass.observed.model().refs().stream().map(ProviderRef::weight).toList();
        if (pass.ownership.edited()) {
            return Optional.of(Edit.of(weights));
        }
        return pass.ownership.reverted()
                ? Optional.of(Edit.reverted(weights, pass))
                : Optional.empty();
    }
}
