package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.Objects;

/**
 * Which object of a kind: its namespace (empty for a cluster-scoped kind) and its name. Work
 * queues, caches and logs know objects by nothing else; where a name that comes back must not be
 * mistaken for the old object, its UID is compared too.
 */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

    public ObjectKey {
        namespace = namespace == null ? "" : namespace;
        Objects.requireNonNull(name, "name");
    }

    public static ObjectKey of(HasMetadata object) {
        return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
    }

    /** Reads {@code namespace/name}, or {@code name} of a cluster-scoped object. */
    public static ObjectKey parse(String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new ObjectKey("", text)
                : new ObjectKey(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }

    /** {@code namespace/name}, or {@code name} of a cluster-scoped object. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
