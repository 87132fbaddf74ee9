package dev.drover.basemodels.objects;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What {@code spec.storage.storageUri} means to this flow. */
public sealed interface ModelSource {
    /**
     * Reads a storage URI (spec basemodels 2). Never throws.
     *
     * @param namespace of the model, empty for a cluster-scoped one
     * @param uri as it stands in the model; null when there is none
     */
    static ModelSource of(ModelKind kind, String namespace, String uri) {
        return StorageUriReader.read(kind, namespace, uri);
    }

    /** Calls the one function that fits. */
    <T> T fold(
            Supplier<? extends T> notOurs,
            Function<? super Refused, ? extends T> refused,
            Function<? super StorageUri, ? extends T> onClaim);

    /** The directory; empty for a source that is not ours or not legal. */
    default Optional<StorageUri> uri() {
        return fold(Optional::empty, refused -> Optional.empty(), Optional::of);
    }

    /** True for everything that begins with {@code pvc://}, legal or not. */
    default boolean ours() {
        return fold(() -> false, refused -> true, uri -> true);
    }

    /** Another scheme, or no URI: none of our business. */
    record NotOurs() implements ModelSource {
        @Override
        public <T> T fold(
                Supplier<? extends T> notOurs,
                Function<? super Refused, ? extends T> refused,
                Function<? super StorageUri, ? extends T> onClaim) {
            return notOurs.get();
        }
    }

    /**
     * {@code pvc://}, but not as the grammar wants it.
     *
     * @param problem the first one that applies
     * @param shown the URI as it may stand in a message
     */
    record Refused(UriProblem problem, String shown) implements ModelSource {
        @Override
        public <T> T fold(
                Supplier<? extends T> notOurs,
                Function<? super Refused, ? extends T> refused,
                Function<? super StorageUri, ? extends T> onClaim) {
            return refused.apply(this);
        }
    }

    /** A legal URI. */
    record OnClaim(StorageUri storage) implements ModelSource {
        @Override
        public <T> T fold(
                Supplier<? extends T> notOurs,
                Function<? super Refused, ? extends T> refused,
                Function<? super StorageUri, ? extends T> onClaim) {
            return onClaim.apply(storage);
        }
    }
}
