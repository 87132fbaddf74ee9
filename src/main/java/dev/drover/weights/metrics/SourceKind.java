package dev.drover.weights.metrics;

import java.util.Locale;

/**
 * What answers at a metrics URL: the engine itself, or the endpoint picker in front of its
 * replicas.
 */
public enum SourceKind {
    VLLM,
    EPP;

    /** As in metrics labels and configuration keys: {@code vllm}, {@code epp}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
