package dev.drover.registry.api;

/** State of a model, version or artifact. */
public enum LifeState {
    LIVE,
    ARCHIVED,
    // of artifacts only
    PENDING,
    MARKED_FOR_DELETION,
    DELETED,
    ABANDONED,
    REFERENCE,
    /** Says so itself, or has a word that is not among these. */
    UNKNOWN
}
