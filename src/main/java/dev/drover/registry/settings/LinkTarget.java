package dev.drover.registry.settings;

/** Where the id of the record is kept on the workload. */
public enum LinkTarget {
    LABEL,
    ANNOTATION
}
