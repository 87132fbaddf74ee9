package dev.drover.basemodels.settings;

/** When a Job is needed at all; {@code drover.basemodels.extract}. */
public enum Extract {
    /** For every PVC model: the Job also proves that the files can be read. */
    ALWAYS,
    /** Only when one of the fields that the Job would fill is empty. */
    WHEN_INCOMPLETE
}
