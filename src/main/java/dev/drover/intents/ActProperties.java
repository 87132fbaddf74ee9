package dev.drover.intents;

/**
 * Exchange properties of the act route. The plain words are for users' steps in front of {@code
 * send}; the rest is between its processors.
 */
final class ActProperties {
    /** The {@link Intent} at hand. */
    static final String INTENT = "intent";

    /** True when the write is to be sent; a user's step may set it to false. */
    static final String SEND = "send";

    /** URI the write goes to. */
    static final String ENDPOINT = "endpoint";

    /** {@link Carried} of the list. */
    static final String CARRIED = "DroverActCarried";

    /** When the intent was taken up, nanoseconds of the monotonic clock. */
    static final String STARTED_NANOS = "DroverActStartedNanos";

    private ActProperties() {}
}
