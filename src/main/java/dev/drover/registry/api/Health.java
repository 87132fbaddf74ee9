package dev.drover.registry.api;

/** How a healthy registry said so. */
public enum Health {
    /** Its health path. */
    REPORTED,
    /** It has none that can be reached; its list of records could be read. */
    READABLE
}
