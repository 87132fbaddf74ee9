package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A stored object as one version shows it. There is no conversion webhook: versions differ in name
 * and schema only, so reading drops what the schema (of now) does not know and fills its defaults.
 */
final class Versions {
    private Versions() {}

    static ObjectNode read(ObjectNode stored, Target target) {
        return read(stored, target.kind(), target.version());
    }

    static ObjectNode read(ObjectNode stored, Kind kind, Kind.Version version) {
        if (!kind.custom()) {
            return kind.storage().equals(EventForms.CORE)
                    ? EventForms.from(stored, kind.group())
                    : stored;
        }
        ObjectNode copy = stored.deepCopy();
        copy.put("apiVersion", kind.apiVersion(version));
        version.schema()
                .ifPresent(
                        schema -> {
                            Shaping.prune(copy, schema);
                            Shaping.fillDefaults(copy, schema);
                        });
        return copy;
    }
}
