package dev.drover.weights.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Mode;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ProviderRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives a model back that Drover has written and does not balance any more: what still stands as it
 * was written becomes what somebody else last gave, and the state goes (spec weights 7.4).
 *
 * @param intent the patch, if there is anything to give back
 * @param published in observe mode, what the patch would write
 */
record Release(Optional<Intent> intent, Map<RefKey, Integer> published) {
    private static final Release NOTHING = new Release(Optional.empty(), Map.of());

    static Release of(Observed observed, ModelState memory, ModelCondition condition) {
        boolean due =
                switch (condition) {
                    case RELEASED, FEWER_THAN_TWO_PROVIDERS, NOTHING_TO_MANAGE -> true;
                    case OWNED_BY_MIGRATION,
                            BEING_DELETED,
                            PAUSED,
                            OBSERVING,
                            WRITE_REFUSED,
                            NO_FRESH_METRICS,
                            CONTENDED,
                            ALL_PROVIDERS_DOWN,
                            PROVIDER_DOWN,
                            BALANCED ->
                            false;
                };
        Optional<Known> known = LastKnown.of(observed, memory).known().filter(Known::written);
        if (!due || known.isEmpty() || observed.mode() == Mode.PAUSED) {
            return NOTHING;
        }
        int[] weights = weights(observed.model(), known.get().state());
        Map<RefKey, Integer> published = new HashMap<>();
        List<RefKey> keys = RefKey.of(observed.model().refs());
        for (int i = 0; i < weights.length; i++) {
            published.put(keys.get(i), weights[i]);
        }
        if (observed.mode() == Mode.OBSERVE) {
            boolean news = !published.equals(memory.published());
            return new Release(news ? intent(observed, weights) : Optional.empty(), published);
        }
        return WriteRules.refusedFor(observed, memory.pending()).isPresent()
                ? NOTHING
                : new Release(intent(observed, weights), Map.of());
    }

    private static int[] weights(ExternalModel model, WeightsState state) {
        Map<RefKey, StateEntry> entries = state.byKey();
        List<RefKey> keys = RefKey.of(model.refs());
        int[] weights = new int[keys.size()];
        for (ProviderRef ref : model.refs()) {
            StateEntry entry = entries.get(keys.get(ref.index()));
            boolean ours = entry != null && entry.applied() == ref.weight();
            weights[ref.index()] = ours ? entry.baseline() : ref.weight();
        }
        return weights;
    }

    private static Optional<Intent> intent(Observed observed, int[] weights) {
        ExternalModel model = observed.model();
        var patch = WeightsPatch.withoutState(model, weights);
        if (patch.isEmpty()) {
            return Optional.empty();
        }
        List<String> changes = new ArrayList<>();
        for (ProviderRef ref : model.refs()) {
            if (weights[ref.index()] != ref.weight()) {
                changes.add(
                        ref.provider().name() + " " + ref.weight() + "->" + weights[ref.index()]);
            }
        }
        String summary =
                (observed.mode() == Mode.OBSERVE ? "Weights would be: " : "Weights: ")
                        + (changes.isEmpty() ? "unchanged" : String.join(", ", changes))
                        + " reason="
                        + WriteChoice.RESTORE;
        return Optional.of(
                new Intent.JsonPatch(
                        WriteChoice.INTENT,
                        ExternalModel.RESOURCE,
                        model.key(),
                        "",
                        patch,
                        new Intent.Account(WriteChoice.RESTORE, summary, Optional.empty())));
    }
}
