package dev.drover.registry.api;

/**
 * A model version.
 *
 * @param model id of the registered model it belongs to
 */
public record Version(String id, String name, String model, LifeState state) {}
