package dev.drover.weights.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drover.http.BoundedHttpClient;
import dev.drover.http.TlsTrust;
import dev.drover.kubernetes.ObjectKey;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;

/**
 * What requests need to be let in: bearer tokens, and clients with authorities and certificates of
 * their own. All of it comes from Secrets that the route {@code weights-credentials} reads, is kept
 * for 60 s at most, and never stands in a message. Thread-safe; may block while a Secret is read.
 */
public final class Credentials {
    private static final String TOKEN = "token";

    private final SecretCache secrets;
    private final TlsClients clients;
    private final String usualClient;

    /**
     * @param usualClient bean for targets without TLS settings; others are called so, with a number
     * @param factory makes the client of a TLS setting
     * @param nanos the one monotonic clock
     */
    public Credentials(
            CamelContext context,
            String usualClient,
            Function<Supplier<TlsTrust>, BoundedHttpClient> factory,
            LongSupplier nanos) {
        this(
                new SecretCache(new RouteSecrets(context), nanos),
                new TlsClients(context, usualClient + "-", factory, nanos),
                usualClient);
    }

    Credentials(SecretCache secrets, TlsClients clients, String usualClient) {
        this.secrets = secrets;
        this.clients = clients;
        this.usualClient = usualClient;
    }

    /**
     * The bearer token, fit for a header; empty when none is configured.
     *
     * @throws NoCredentials when there should be one
     */
    public Optional<String> token(Access access) throws NoCredentials {
        if (access.tokenSecret().isEmpty()) {
            return Optional.empty();
        }
        ObjectKey secret = tokenSecret(access);
        String token = new String(secrets.value(secret, TOKEN), UTF_8).strip();
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new NoCredentials(
                    "Secret %s: key %s is empty or holds characters that no token has"
                            .formatted(secret, TOKEN));
        }
        return Optional.of(token);
    }

    /**
     * Name of the bean that makes the HTTP client.
     *
     * @throws NoCredentials when a certificate or key is missing or unusable
     */
    public String client(Access access) throws NoCredentials {
        Access setting = access.connection();
        if (setting.equals(Access.NONE)) {
            clients.removeUnused(); // nobody else would, once all targets are like this one
            return usualClient;
        }
        return clients.client(setting, TlsMaterial.read(setting, secrets));
    }

    /** The server refused the token: it is read anew for the next request. */
    public void refused(Access access) {
        if (!access.tokenSecret().isEmpty()) {
            secrets.drop(tokenSecret(access));
        }
    }

    private static ObjectKey tokenSecret(Access access) {
        return new ObjectKey(access.namespace(), access.tokenSecret());
    }
}
