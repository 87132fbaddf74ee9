package dev.drover.weights.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.gate.RouteCoverage;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.apiserver.ApiUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The route {@code weights-credentials} as it is shipped, and in a user's place. */
@Timeout(30)
class CredentialsRouteTest {
    private static final ObjectKey SCRAPER = new ObjectKey("team-a", "scraper");

    @Test
    void readsOneSecretByItsName() throws Exception {
        try (ApiServerDouble api = ApiServerDouble.start();
                KubernetesClient client = api.client();
                DefaultCamelContext context = shipped(client)) {
            api.create(
                    """
                    apiVersion: v1
                    kind: Secret
                    metadata: {name: scraper, namespace: team-a}
                    data: {token: YWJj}
                    """);
            RouteSecrets secrets = new RouteSecrets(context);

            assertThat(secrets.read(SCRAPER).get("token"))
                    .isEqualTo("abc".getBytes(StandardCharsets.US_ASCII));
            assertThat(api.requests().of("get", "secrets")).hasSize(1);
            assertThat(api.requests().of("list", "secrets")).isEmpty();
            assertThatThrownBy(() -> secrets.read(new ObjectKey("team-a", "absent")))
                    .isInstanceOf(NoCredentials.class)
                    .hasMessageContaining("Secret team-a/absent does not exist");
        }
    }

    @Test
    void saysWhatIsMissingWhenReadingIsForbidden() throws Exception {
        try (ApiServerDouble api = ApiServerDouble.start()) {
            ApiUser user = api.user("drover-token", "drover");
            try (KubernetesClient client = api.client(user);
                    DefaultCamelContext context = shipped(client)) {
                assertThatThrownBy(() -> new RouteSecrets(context).read(SCRAPER))
                        .isInstanceOf(NoCredentials.class)
                        .hasMessage(
                                "Drover may not read Secret team-a/scraper; give it a Role with get"
                                        + " on that name");
            }
        }
    }

    @Test
    void aVaultCanTakeItsPlaceAndWhatItThrowsIsNotTold() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            AtomicInteger looks = new AtomicInteger();
            context.addRoutes(
                    new RouteBuilder() {
                        @Override
                        public void configure() {
                            errorHandler(noErrorHandler());
                            from("direct:weights-credentials")
                                    .process(
                                            exchange -> {
                                                if (looks.incrementAndGet() > 1) {
                                                    throw new IllegalStateException("pw=hunter2");
                                                }
                                                exchange.getMessage()
                                                        .setBody(Map.of("token", "abc"));
                                            });
                        }
                    });
            context.start();
            AtomicLong now = new AtomicLong();
            SecretCache cache = new SecretCache(new RouteSecrets(context), now::get);

            assertThat(cache.value(SCRAPER, "token"))
                    .isEqualTo("abc".getBytes(StandardCharsets.UTF_8));
            now.addAndGet(Duration.ofSeconds(59).toNanos());
            cache.value(SCRAPER, "token");
            assertThat(looks.get()).as("kept for a minute").isEqualTo(1);

            now.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThatThrownBy(() -> cache.value(SCRAPER, "token"))
                    .isInstanceOf(NoCredentials.class)
                    .hasMessageContaining("Secret team-a/scraper cannot be read")
                    .hasMessageNotContaining("hunter2");
            assertThatThrownBy(() -> cache.value(SCRAPER, "token"))
                    .isInstanceOf(NoCredentials.class);
            assertThat(looks.get()).as("a failure is not asked about again at once").isEqualTo(2);
            now.addAndGet(Duration.ofSeconds(5).toNanos());
            assertThatThrownBy(() -> cache.value(SCRAPER, "token"))
                    .isInstanceOf(NoCredentials.class);
            assertThat(looks.get()).isEqualTo(3);
        }
    }

    private static DefaultCamelContext shipped(KubernetesClient client) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        RouteCoverage.watch(context);
        context.getRegistry().bind("kubernetes-client", KubernetesClient.class, client);
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(
                        ResourceHelper.resolveResource(
                                context,
                                "classpath:routes/weights/weights-credentials.camel.yaml"));
        context.start();
        return context;
    }
}
