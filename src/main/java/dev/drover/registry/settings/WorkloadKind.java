package dev.drover.registry.settings;

/** Kinds of workloads that are recorded. */
public enum WorkloadKind {
    INFERENCESERVICES,
    LLMINFERENCESERVICES
}
