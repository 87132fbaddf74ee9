package dev.drover.registry.settings;

/** What becomes of the labels that asked for a record, once it is linked. */
public enum LinkLabels {
    KEEP,
    STRIP
}
