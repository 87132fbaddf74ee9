package dev.drover.registry.api;

/** A serving environment; one for each namespace. */
public record Environment(String id, String name) {}
