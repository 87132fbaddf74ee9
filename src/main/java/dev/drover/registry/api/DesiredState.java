package dev.drover.registry.api;

/** What a record says of its deployment. */
public enum DesiredState {
    DEPLOYED,
    UNDEPLOYED
}
