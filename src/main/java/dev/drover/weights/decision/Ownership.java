package dev.drover.weights.decision;

import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ProviderRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;

/**
 * Who wrote the weights that stand in the object. They are compared with what is known to have been
 * written; any difference is an edit by somebody else, whose vector is the baseline from then on.
 *
 * @param known what is known from now on, with an edit taken over
 * @param entries for each ref of the list, in its order
 * @param confirmed the pending patch, when it is found to have been written
 * @param edited somebody else changed a weight, or added or removed a ref
 * @param reverted somebody else put the baseline back soon after a write, which is no news
 * @param adopted the annotation was read, so that what it says is new to this process
 * @param unreadable the annotation has a text that means nothing
 */
record Ownership(
        Known known,
        List<StateEntry> entries,
        Optional<Pending> confirmed,
        boolean edited,
        boolean reverted,
        boolean adopted,
        boolean unreadable) {
    /**
     * Compares the object with the annotation, or with memory where the annotation says nothing.
     */
    static Ownership resolve(Observed observed, boolean[] managed, ModelState memory) {
        ExternalModel model = observed.model();
        LastKnown known = LastKnown.of(observed, memory);
        Optional<Pending> confirmed = known.confirmed();
        Optional<WeightsState> read = known.read();
        Optional<Known> found = known.known();
        boolean unreadable = known.unreadable();
        List<RefKey> keys = RefKey.of(model.refs());
        if (found.isEmpty()) {
            List<StateEntry> given = given(model, keys);
            Known first =
                    new Known(Optional.empty(), new WeightsState(observed.now(), "", given), false);
            return new Ownership(first, given, confirmed, false, false, false, unreadable);
        }
        WeightsState last = found.get().state();
        boolean differs = differs(model, keys, last, StateEntry::applied);
        boolean reverted =
                differs
                        && found.get().written()
                        && !differs(model, keys, last, StateEntry::baseline)
                        && recent(Age.ofWrite(confirmed, read, memory, observed), observed);
        boolean edited = differs && !reverted;
        List<StateEntry> entries =
                edited ? afterEdit(model, keys, managed, last, memory) : inOrder(model, keys, last);
        WeightsState state = new WeightsState(last.at(), last.reason(), entries);
        return new Ownership(
                new Known(found.get().text(), state, found.get().written()),
                entries,
                confirmed,
                edited,
                reverted,
                read.isPresent(),
                unreadable);
    }

    /** True when the wanted shares start anew from the object. */
    boolean restart() {
        return edited || adopted;
    }

    private static boolean recent(OptionalLong age, Observed observed) {
        return age.isPresent()
                && age.getAsLong() <= observed.settings().contention().window().toNanos();
    }

    /** True when the object is not what the state says of it. */
    private static boolean differs(
            ExternalModel model,
            List<RefKey> keys,
            WeightsState state,
            ToIntFunction<StateEntry> weight) {
        Map<RefKey, StateEntry> known = state.byKey();
        if (known.size() != keys.size()) {
            return true;
        }
        for (ProviderRef ref : model.refs()) {
            StateEntry entry = known.get(keys.get(ref.index()));
            if (entry == null || weight.applyAsInt(entry) != ref.weight()) {
                return true;
            }
        }
        return false;
    }

    private static List<StateEntry> given(ExternalModel model, List<RefKey> keys) {
        return model.refs().stream()
                .map(ref -> StateEntry.given(keys.get(ref.index()), ref.weight()))
                .toList();
    }

    private static List<StateEntry> inOrder(
            ExternalModel model, List<RefKey> keys, WeightsState state) {
        Map<RefKey, StateEntry> known = state.byKey();
        return model.refs().stream()
                .map(ref -> known.get(keys.get(ref.index())).written(ref.weight()))
                .toList();
    }

    /**
     * The vector as it stands; own zeros and ramps that the edit left alone keep their baseline.
     */
    private static List<StateEntry> afterEdit(
            ExternalModel model,
            List<RefKey> keys,
            boolean[] managed,
            WeightsState state,
            ModelState memory) {
        Map<RefKey, Integer> former = scaledBaselines(state, keys, managed);
        Map<RefKey, StateEntry> known = state.byKey();
        List<StateEntry> entries = new ArrayList<>();
        for (ProviderRef ref : model.refs()) {
            RefKey key = keys.get(ref.index());
            StateEntry entry = known.get(key);
            boolean leftAlone =
                    entry != null
                            && entry.fixed()
                            && entry.applied() == ref.weight()
                            && !memory.ref(key).standing().finished(entry);
            entries.add(
                    leftAlone
                            ? entry.rebased(former.get(key))
                            : StateEntry.given(key, ref.weight()));
        }
        return withShares(entries, managed);
    }

    /** {@code before} of an own zero becomes its share of the new baseline. */
    private static List<StateEntry> withShares(List<StateEntry> entries, boolean[] managed) {
        int sum = 0;
        for (int i = 0; i < entries.size(); i++) {
            sum += managed[i] ? entries.get(i).baseline() : 0;
        }
        double total = Math.max(1, sum);
        return entries.stream()
                .map(entry -> entry.fixed() ? entry.withBefore(entry.baseline() / total) : entry)
                .toList();
    }

    private static Map<RefKey, Integer> scaledBaselines(
            WeightsState state, List<RefKey> keys, boolean[] managed) {
        List<StateEntry> entries = state.entries();
        int[] baseline = entries.stream().mapToInt(StateEntry::baseline).toArray();
        boolean[] entryManaged = new boolean[baseline.length];
        for (int i = 0; i < baseline.length; i++) {
            int index = keys.indexOf(entries.get(i).key());
            entryManaged[i] =
                    index < 0 || managed[index]; // a ref that is gone shaped the scale too
        }
        int[] scaled = Scaling.scale(baseline, entryManaged);
        Map<RefKey, Integer> byKey = new HashMap<>();
        for (int i = 0; i < scaled.length; i++) {
            byKey.put(entries.get(i).key(), scaled[i]);
        }
        return byKey;
    }
}
