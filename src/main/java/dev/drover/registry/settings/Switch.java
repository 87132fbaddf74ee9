package dev.drover.registry.settings;

/** A key that is on or off. */
public enum Switch {
    OFF,
    ON;

    public boolean on() {
        return this == ON;
    }
}
