package dev.drover.sandbox.apiserver;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/** Reads {@code /apis/<group>/<version>/namespaces/<ns>/<plural>/<name>/<subresource>}. */
final class ResourcePath {
    private ResourcePath() {}

    /** Empty if the path names no served resource. */
    static Optional<Target> parse(String path, Kinds kinds) {
        Deque<String> parts = new ArrayDeque<>(Arrays.asList(path.substring(1).split("/", -1)));
        String root = next(parts);
        if (!root.equals("api") && !root.equals("apis")) {
            return Optional.empty();
        }
        String group = root.equals("api") ? "" : next(parts);
        String version = next(parts);
        String plural = next(parts);
        String namespace = "";
        if (plural.equals("namespaces") && parts.size() > 1 && !namespaceSubresource(parts)) {
            namespace = next(parts);
            plural = next(parts);
        }
        String name = next(parts);
        String subresource = next(parts);
        String within = namespace;
        return parts.isEmpty()
                ? kinds.target(group, version, plural)
                        .filter(t -> t.kind().namespaced() || within.isEmpty())
                        .filter(t -> subresource.isEmpty() || serves(t, subresource))
                        .map(t -> new Target(t.kind(), t.version(), within, name, subresource))
                : Optional.empty();
    }

    private static boolean namespaceSubresource(Deque<String> parts) {
        return parts.size() == 2 && parts.peekLast().equals("status");
    }

    private static boolean serves(Target target, String subresource) {
        return subresource.equals("status") && target.version().statusSubresource();
    }

    private static String next(Deque<String> parts) {
        return parts.isEmpty() ? "" : parts.removeFirst();
    }
}
