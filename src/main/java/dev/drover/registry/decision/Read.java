package dev.drover.registry.decision;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.Environment;
import dev.drover.registry.api.Health;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.Version;
import java.util.List;

/**
 * One thing that a decision wants to know and that is not in memory. Equal reads are the same
 * question.
 *
 * @param <T> what is found
 */
public sealed interface Read<T> {

    /** The environment of a namespace; may be answered from a cache. */
    record EnvironmentNamed(String registry, String name) implements Read<Environment> {}

    /** A record by its id. */
    record RecordWithId(String registry, String id) implements Read<RegistryRecord> {}

    /** A record by its external ID. */
    record RecordIdentifiedBy(String registry, String externalId) implements Read<RegistryRecord> {}

    /** A record by its name in an environment. */
    record RecordNamed(String registry, String name, String environment)
            implements Read<RegistryRecord> {}

    /** A registered model; may be answered from a cache. */
    record ModelWithId(String registry, String id) implements Read<Model> {}

    /** A model version; may be answered from a cache. */
    record VersionWithId(String registry, String id) implements Read<Version> {}

    /** Whether the registry is well, which is asked before an absence is believed. */
    record HealthOf(String registry) implements Read<Health> {}

    /** All versions of a model, newest first. */
    record VersionsOf(String registry, String model) implements Read<List<Version>> {}

    /** All artifacts of a version. */
    record ArtifactsOf(String registry, String version) implements Read<List<Artifact>> {}

    /** How long the object has to wait before its metadata may be written; asks no server. */
    record LinkTurn() implements Read<Turn> {}

    /**
     * Whether the reverse direction may act now; asks no server.
     *
     * @param form what a patch is to lead to; empty for the rest
     */
    record DeployTurn(String registry, String record, What what, String form)
            implements Read<Turn> {
        /** What it is about to do. */
        public enum What {
            CREATE,
            PATCH,
            DELETE
        }
    }

    /** The object as the API server has it, past the cache. */
    record LiveObject(ObjectKey key) implements Read<Presence> {}

    /** The namespace of an object, as the API server has it. */
    record NamespaceNamed(String name) implements Read<Presence> {}
}
