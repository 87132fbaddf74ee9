package dev.drover.registry.decision;

import dev.drover.registry.api.NewRecord;
import dev.drover.registry.api.RecordChange;
import dev.drover.registry.api.ServeAction;

/**
 * One write to a registry, as it travels in the body of an {@code Intent.Call}; see {@link
 * RegistryCalls} for what stands beside it there.
 */
public sealed interface RegistryWrite {
    /** Id of the registry. */
    String registry();

    /** Makes an environment. */
    record CreateEnvironment(String registry, String name) implements RegistryWrite {}

    /** Makes a record; its environment may be known only when the one before was made. */
    record CreateRecord(String registry, NewRecord record) implements RegistryWrite {}

    /** Changes a record. */
    record PatchRecord(String registry, String id, RecordChange change) implements RegistryWrite {}

    /** Adds to the history of a record. Best effort. */
    record AddServe(String registry, ServeAction action) implements RegistryWrite {}
}
