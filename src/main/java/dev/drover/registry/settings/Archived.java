package dev.drover.registry.settings;

/** What an archived model or version means. */
public enum Archived {
    /** It is recorded. */
    RECORD,
    /** New records and changes of version are refused as well. */
    REFUSE_NEW
}
