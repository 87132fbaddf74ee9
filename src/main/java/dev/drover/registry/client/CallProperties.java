package dev.drover.registry.client;

/** Exchange properties of {@code registry-request}. */
final class CallProperties {
    /** The {@link RegistryCall}. */
    static final String CALL = "registryCall";

    /** The {@link RegistryReply}, without its body. */
    static final String REPLY = "registryReply";

    /** Whether a JSON body is to be read. */
    static final String READABLE = "registryReadable";

    /** The {@link ShownToken}; none where no token was sent. */
    static final String TOKEN = "registryToken";

    private CallProperties() {}
}
