package dev.drover.registry.settings;

/** Which address of a registry's Service is used. */
public enum AddressChoice {
    /** The annotation if there is one, else a port. */
    AUTO,
    /** The annotation only. */
    EXTERNAL,
    /** A port inside the cluster only. */
    CLUSTER
}
