package dev.drover.registry.decision;

import dev.drover.registry.api.RegistryRecord;

/** A record as last seen, in a walk or an answer, and in which registry. */
public record KnownRecord(String registry, RegistryRecord record) {}
