package dev.drover.registry.api;

/** What a record says of its deployment. */
public enum DesiredState {
    DEPLOYED,
    UNDEPLOYED,
    /** The registry shows none, or one that did not exist yet. Never written. */
    UNKNOWN
}
