package dev.drover.registry.settings;

/** What the annotation {@code drover.dev/registry} holds. */
public enum StatusAnnotation {
    OFF,
    LINK,
    FULL
}
