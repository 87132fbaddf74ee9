package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/**
 * Follows the CRDs in the store: a new or changed one is served at once, and what watches its kind
 * ends, as on a real server; a removed one takes its objects along.
 */
final class CrdInstaller {
    private final Kinds kinds;
    private final Consumer<Kind> removeObjects;
    private final Consumer<Kind> endWatches;

    CrdInstaller(Kinds kinds, Consumer<Kind> removeObjects, Consumer<Kind> endWatches) {
        this.kinds = kinds;
        this.removeObjects = removeObjects;
        this.endWatches = endWatches;
    }

    /** Must be the store's first listener: what it removes comes before the CRD's own event. */
    void follow(Change change) {
        if (!change.key().storage().equals(Kinds.CRDS)) {
            return;
        }
        if (change.type() == Change.Type.DELETED) {
            ObjectNode crd = change.object();
            kinds.of(crd).ifPresent(removeObjects);
            kinds.uninstall(crd).ifPresent(endWatches);
        } else if (change.previous() == null
                || !change.previous().path("spec").equals(change.object().path("spec"))) {
            endWatches.accept(kinds.install(change.object(), change.revision()));
        }
    }
}
