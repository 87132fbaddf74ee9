package dev.drover.registry.settings;

/** How Drover shows a registry who it is. */
public enum Authentication {
    /** Bearer token of a file. */
    TOKEN,
    NONE
}
