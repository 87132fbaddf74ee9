package dev.drover.registry.api;

/** A registered model. */
public record Model(String id, String name, LifeState state) {}
