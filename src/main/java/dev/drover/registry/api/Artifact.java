package dev.drover.registry.api;

import java.util.Optional;

/**
 * An artifact of a model version.
 *
 * @param model true for a model artifact; documents, data sets and the like have no format
 */
public record Artifact(
        String id,
        boolean model,
        LifeState state,
        Optional<String> uri,
        Optional<String> formatName,
        Optional<String> formatVersion,
        Optional<String> storageKey,
        Optional<String> storagePath) {}
