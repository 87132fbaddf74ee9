package dev.drover.weights;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    public Decision decide(Observed observed, ModelState state) {
        ExternalModel model = observed.model();
        ModelState memory = state.of(model).forgettingWhatWasRemoved(observed);
        boolean[] managed = Management.of(observed, memory);
        StrategyChoice strategy = StrategyChoice.of(model, observed.settings().strategy());
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
        announcement.condition(condition, "weights are left as they are");
        ModelState after =
                new ModelState(
                        memory.uid(),
                        memory.known(),
                        memory.pending(),
                        Map.of(),
                        observed.mode(),
                        memory.latencyFrom(),
                        memory.timeline(),
                        Management.remembered(observed, memory, managed),
                        announcement.told());
        return new Decision(
                List.of(),
                after,
                Optional.empty(),
                condition,
                announcement.notices(),
                new Decision.Explanation(
                        0, 0, 0, observed.settings().deadband(), condition.reason()),
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
        announcement.unreadable(ownership.unreadable());
        Map<RefKey, RefMemory> refs = new HashMap<>();
        for (Ref ref : pass.situation.refs()) {
            RefMemory remembered = choice.memories()[ref.spec().index()];
            refs.put(ref.key(), announcement.trouble(ref, remembered, observed.settings()));
        }
        if (pass.settled() || !condition.equals(ModelCondition.NO_FRESH_METRICS)) {
            announcement.condition(condition, Conditions.detail(condition, observed));
        }
        ModelState after =
                new ModelState(
                        memory.uid(),
                        Optional.of(ownership.known()),
                        choice.pending(),
                        choice.published(),
                        observed.mode(),
                        pass.latencyFrom,
                        choice.timeline(),
                        refs,
                        announcement.told());
        return new Decision(
                choice.intent().stream().toList(),
                after,
                choice.nextLook(),
                condition,
                announcement.notices(),
                new Decision.Explanation(
                        pass.situation.total(),
                        pass.situation.floor(),
                        pass.shift,
                        observed.settings().deadband(),
                        choice.reason()),
                Report.of(pass),
                ownership.edited() ? Optional.of(edit(observed.model())) : Optional.empty(),
                announcement.lines());
    }

    private static Edit edit(ExternalModel model) {
        return new Edit(model.refs().stream().map(ProviderRef::weight).toList());
    }
}
