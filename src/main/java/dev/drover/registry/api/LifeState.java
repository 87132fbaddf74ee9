package dev.drover.registry.api;

/** State of a model, version or artifact. */
public enum LifeState {
    LIVE,
    ARCHIVED,
    /** An artifact that is neither: pending, marked for deletion, deleted, abandoned, unknown. */
    OTHER
}
