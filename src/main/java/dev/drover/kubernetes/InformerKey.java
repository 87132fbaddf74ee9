package dev.drover.kubernetes;

import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/**
 * What one informer watches.
 *
 * @param namespaces sorted, without duplicates; empty = the whole cluster. Without meaning for a
 *     cluster-scoped kind
 * @param labelSelector as the API takes it, empty = every object
 * @param fieldSelector as the API takes it, empty = every object
 */
record InformerKey(
        ResourceType type, List<String> namespaces, String labelSelector, String fieldSelector) {
    InformerKey {
        Objects.requireNonNull(type, "type");
        namespaces = List.copyOf(new TreeSet<>(namespaces));
        labelSelector = labelSelector == null ? "" : labelSelector.strip();
        fieldSelector = fieldSelector == null ? "" : fieldSelector.strip();
    }

    /** Every object of the kind. */
    static InformerKey of(ResourceType type) {
        return new InformerKey(type, List.of(), "", "");
    }
}
