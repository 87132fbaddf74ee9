package dev.drover.weights.decision;

import java.util.Optional;
import java.util.Set;

/**
 * What people have been told about a model, so that they are told once.
 *
 * @param condition the last one that counts as known
 * @param findings warnings about the object that still hold
 * @param unreadable annotation text that was reported as unreadable
 * @param allDown what was last said of a model whose refs are all down
 * @param zeroRefused that the API server takes no weight of 0
 */
record Told(
        Optional<ModelCondition> condition,
        Set<String> findings,
        Optional<String> unreadable,
        AllDown allDown,
        boolean zeroRefused) {
    static final Told NOTHING =
            new Told(Optional.empty(), Set.of(), Optional.empty(), AllDown.NO, false);

    Told {
        findings = Set.copyOf(findings);
    }
}
