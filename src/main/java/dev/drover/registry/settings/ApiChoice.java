package dev.drover.registry.settings;

/** Version of the registry's REST API. */
public enum ApiChoice {
    /** Whichever answers, v1 first. */
    AUTO,
    V1,
    V1ALPHA3
}
