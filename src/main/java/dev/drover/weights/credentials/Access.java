package dev.drover.weights.credentials;

/**
 * What a request needs besides its URL. Secrets are named, not held.
 *
 * @param namespace of the Secrets, the provider's; empty when none is named
 * @param tokenSecret bearer token, key {@code token}; empty for none
 * @param caSecret authorities in place of the system's, key {@code ca.crt}; empty for none
 * @param clientSecret client certificate, keys {@code tls.crt} and {@code tls.key}; empty for none
 * @param insecureSkipVerify whether neither chain nor name of the server are checked
 */
public record Access(
        String namespace,
        String tokenSecret,
        String caSecret,
        String clientSecret,
        boolean insecureSkipVerify) {
    /** Nothing: the system's authorities, no token. */
    public static final Access NONE = new Access("", "", "", "", false);

    public Access {
        // what differs in nothing but an unused namespace is the same request
        namespace =
                tokenSecret.isEmpty() && caSecret.isEmpty() && clientSecret.isEmpty()
                        ? ""
                        : namespace;
    }

    /** Whether any Secret is needed. */
    public boolean usesSecrets() {
        return !namespace.isEmpty();
    }

    /** The part that decides about the connection; clients are shared by equal ones. */
    Access connection() {
        return new Access(namespace, "", caSecret, clientSecret, insecureSkipVerify);
    }
}
