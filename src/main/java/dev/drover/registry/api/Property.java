package dev.drover.registry.api;

/** A custom property. Drover writes the first three kinds and carries every other through. */
public sealed interface Property
        permits Property.Text, Property.Whole, Property.Flag, Property.Foreign {

    /** {@code MetadataStringValue}. */
    record Text(String value) implements Property {}

    /** {@code MetadataIntValue}. */
    record Whole(int value) implements Property {}

    /** {@code MetadataBoolValue}. */
    record Flag(boolean value) implements Property {}

    /**
     * Any other kind, as the registry showed it.
     *
     * @param json the value's JSON object
     */
    record Foreign(String json) implements Property {}
}
