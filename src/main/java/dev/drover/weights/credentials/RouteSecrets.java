package dev.drover.weights.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.kubernetes.KubernetesConstants;

/**
 * Asks the route {@code weights-credentials}. In: headers with namespace and name. Out: body = the
 * Secret, a map from key to text or bytes, or null when there is none.
 */
final class RouteSecrets implements SecretReader {
    private static final String ROUTE = "direct:weights-credentials";
    private static final int FORBIDDEN = 403;

    private final CamelContext context;
    private volatile ProducerTemplate template; // made late: the context must have started

    RouteSecrets(CamelContext context) {
        this.context = context;
    }

    @Override
    public Map<String, byte[]> read(ObjectKey secret) throws NoCredentials {
        Exchange answer =
                template()
                        .request(
                                ROUTE,
                                exchange -> {
                                    exchange.getMessage()
                                            .setHeader(
                                                    KubernetesConstants.KUBERNETES_NAMESPACE_NAME,
                                                    secret.namespace());
                                    exchange.getMessage()
                                            .setHeader(
                                                    KubernetesConstants.KUBERNETES_SECRET_NAME,
                                                    secret.name());
                                });
        if (answer.getException() != null) {
            throw refused(secret, answer.getException());
        }
        Object body = answer.getMessage().getBody();
        if (body instanceof Secret found) {
            return decoded(secret, found);
        }
        if (body instanceof Map<?, ?> found) {
            return bytes(found);
        }
        throw new NoCredentials(
                "Secret %s does not exist; create it in the provider's namespace"
                        .formatted(secret));
    }

    private synchronized ProducerTemplate template() {
        if (template == null) {
            template = context.createProducerTemplate();
        }
        return template;
    }

    /** Without the failure's own text: what a vault says may hold what nobody should read. */
    private static NoCredentials refused(ObjectKey secret, Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof KubernetesClientException refusal && refusal.getCode() > 0) {
                return refusal.getCode() == FORBIDDEN
                        ? new NoCredentials(
                                "Drover may not read Secret %s; give it a Role with get on that name"
                                        .formatted(secret))
                        : new NoCredentials(
                                "Secret %s cannot be read: the API server answers %d"
                                        .formatted(secret, refusal.getCode()));
            }
        }
        return new NoCredentials(
                "Secret %s cannot be read: %s"
                        .formatted(secret, failure.getClass().getSimpleName()));
    }

    private static Map<String, byte[]> decoded(ObjectKey secret, Secret found)
            throws NoCredentials {
        Map<String, byte[]> all = new HashMap<>();
        if (found.getData() != null) {
            try {
                found.getData()
                        .forEach((key, text) -> all.put(key, Base64.getDecoder().decode(text)));
            } catch (IllegalArgumentException e) {
                throw new NoCredentials("Secret %s is not base64".formatted(secret));
            }
        }
        return all;
    }

    private static Map<String, byte[]> bytes(Map<?, ?> found) {
        Map<String, byte[]> all = new HashMap<>();
        found.forEach(
                (key, value) ->
                        all.put(
                                String.valueOf(key),
                                value instanceof byte[] raw
                                        ? raw
                                        : String.valueOf(value).getBytes(UTF_8)));
        return all;
    }
}
