package dev.drover.sandbox.apiserver;

import java.util.Optional;

/** The namespace of a target, as a target itself. */
final class Namespaces {
    private static final Kind.Version V1 = new Kind.Version("v1", true, Optional.empty());
    private static final Kind KIND =
            BuiltInKinds.all().stream()
                    .filter(kind -> kind.storage().equals(Kinds.NAMESPACES))
                    .findFirst()
                    .orElseThrow();

    private Namespaces() {}

    static Target target(Target inside) {
        return new Target(KIND, V1, "", inside.namespace(), "");
    }
}
