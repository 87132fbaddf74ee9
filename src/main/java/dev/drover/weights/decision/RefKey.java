package dev.drover.weights.decision;

import dev.drover.weights.objects.ProviderRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which ref of a model, whatever its place in the list: an index would move with every insertion.
 *
 * @param namespace as the entry gives it, empty where it gives none
 * @param ref name of the provider
 * @param targetModel the model's name over there
 * @param occurrence 0 for the first entry of that triple, 1 for the second
 */
record RefKey(String namespace, String ref, String targetModel, int occurrence) {
    /** Keys of a list that gives every triple the occurrence 0, counted anew in its order. */
    static List<RefKey> counted(List<RefKey> triples) {
        Map<RefKey, Integer> seen = new HashMap<>();
        List<RefKey> keys = new ArrayList<>(triples.size());
        for (RefKey triple : triples) {
            int occurrence = seen.merge(triple, 1, Integer::sum) - 1;
            keys.add(new RefKey(triple.namespace, triple.ref, triple.targetModel, occurrence));
        }
        return keys;
    }

    /** Keys of a model's refs, in list order. */
    static List<RefKey> of(List<ProviderRef> refs) {
        return counted(
                refs.stream()
                        .map(
                                ref ->
                                        new RefKey(
                                                ref.namespaceGiven()
                                                        ? ref.provider().namespace()
                                                        : "",
                                                ref.provider().name(),
                                                ref.targetModel(),
                                                0))
                        .toList());
    }
}
