package dev.drover.weights.decision;

import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which refs Drover distributes traffic over: those that it can learn something about. */
final class Management {
    private Management() {}

    /**
     * A ref is managed when it has a source or a health check. A ref whose provider is gone keeps
     * what it was; if nothing is remembered it counts as managed, since only a provider that exists
     * can say that nothing is to be learnt.
     */
    static boolean[] of(Observed observed, ModelState memory) {
        ExternalModel model = observed.model();
        List<RefKey> keys = RefKey.of(model.refs());
        boolean[] managed = new boolean[keys.size()];
        for (ProviderRef ref : model.refs()) {
            RefInputs inputs = observed.refs().get(ref.index());
            managed[ref.index()] =
                    ref.usable()
                            && (!inputs.sources().isEmpty()
                                    || inputs.provider()
                                            .map(provider -> probed(ref, provider, observed))
                                            .orElseGet(
                                                    () ->
                                                            memory.ref(keys.get(ref.index()))
                                                                    .managed()
                                                                    .orElse(true)));
        }
        return managed;
    }

    private static boolean probed(ProviderRef ref, ExternalProvider provider, Observed observed) {
        Map<String, String> config = ref.configOver(provider.config());
        return "enabled".equals(config.get("healthCheck"))
                && !observed.settings().cloudProviders().contains(provider.label());
    }

    /** What is worth remembering of the refs of a model that is left alone. */
    static Map<RefKey, RefMemory> remembered(
            Observed observed, ModelState memory, boolean[] managed) {
        List<RefKey> keys = RefKey.of(observed.model().refs());
        Map<RefKey, RefMemory> refs = new HashMap<>();
        for (int i = 0; i < managed.length; i++) {
            Optional<Boolean> known =
                    observed.refs().get(i).provider().isPresent()
                            ? Optional.of(managed[i])
                            : memory.ref(keys.get(i)).managed();
            RefKey key = keys.get(i);
            known.ifPresent(value -> refs.put(key, RefMemory.NONE.withManaged(value)));
        }
        return refs;
    }
}
