package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.drover.kubernetes.FaultyApiServer.Refusal;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubernetesClientsTest {
    private static final String PATH = "/apis/tests.example.com";

    private final FaultyApiServer server = new FaultyApiServer();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong now = new AtomicLong();
    private final KubernetesClients clients = new KubernetesClients(meters, now::get);
    private final Map<String, String> properties = new HashMap<>();
    @TempDir Path directory;

    @AfterEach
    void close() {
        server.close();
        properties.forEach(
                (name, before) -> {
                    if (before == null) {
                        System.clearProperty(name);
                    } else {
                        System.setProperty(name, before);
                    }
                });
    }

    @Test
    void sendsARequestOnceWhateverTheAnswer() {
        server.refuse(503, asked -> true);
        try (KubernetesClient client = client()) {
            assertThat(failure(client).getCode()).isEqualTo(503);
            assertThat(server.asked()).hasSize(1);
            assertThat(counted("GET", "503")).isEqualTo(1);
            assertThat(
                            meters.find("drover.http.client.request.duration")
                                    .tag("client", "test")
                                    .timer()
                                    .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void sendsNothingUntilTheServerWantsToHearOfItAgain() {
        server.fault(asked -> Optional.of(new Refusal(429, Map.of("Retry-After", "30"), "")));
        try (KubernetesClient client = client()) {
            assertThat(failure(client).getCode()).isEqualTo(429);
            server.heal();

            now.addAndGet(Duration.ofMillis(28_500).toNanos());
            KubernetesClientException heldBack = failure(client);
            assertThat(heldBack.getCode()).isEqualTo(429);
            assertThat(heldBack.getStatus().getDetails().getRetryAfterSeconds()).isEqualTo(2);
            assertThat(server.asked()).hasSize(1);

            now.addAndGet(Duration.ofMillis(1_500).toNanos());
            assertThat(client.raw(PATH)).contains("versions");
            assertThat(meters.find("drover.http.client.throttled.seconds").counter().count())
                    .isEqualTo(30);
        }
    }

    @Test
    void outlivesARetryAfterThatMakesNoSense() {
        for (String text : new String[] {"", "soon", "-1", "99999999999999999999"}) {
            now.addAndGet(Duration.ofMinutes(5).toNanos());
            server.fault(asked -> Optional.of(new Refusal(429, Map.of("Retry-After", text), "")));
            try (KubernetesClient client = client()) {
                failure(client);
                server.heal();
                now.addAndGet(Duration.ofMinutes(5).toNanos());
                assertThat(client.raw(PATH)).as(text).contains("versions");
            }
        }
    }

    @Test
    void givesARetryAfterDateItsDistanceFromTheAnswersOwn() {
        server.fault(
                asked ->
                        Optional.of(
                                new Refusal(
                                        429,
                                        Map.of(
                                                "Date", "Mon, 30 Nov 2026 10:00:00 GMT",
                                                "Retry-After", "Mon, 30 Nov 2026 10:00:07 GMT"),
                                        "")));
        try (KubernetesClient client = client()) {
            failure(client);
            assertThat(failure(client).getStatus().getDetails().getRetryAfterSeconds())
                    .isEqualTo(7);
        }
    }

    @Test
    void countsRequestsThatFindNoServer() {
        try (KubernetesClient client = client()) {
            server.stop();
            failure(client);
            assertThat(counted("GET", "connect")).isEqualTo(1);
        }
    }

    @Test
    void countsRequestsThatGetNoAnswer() {
        server.fault(asked -> Optional.of(Refusal.code(0)));
        try (KubernetesClient client = client()) {
            failure(client);
            assertThat(counted("GET", "timeout")).isEqualTo(1);
            assertThat(server.asked()).hasSize(1);
        }
    }

    @Test
    void readsTheServiceAccountsTokenAgainWhenItIsRefused() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "first");
        inCluster(token);
        try (KubernetesClient client =
                clients.create("test", Duration.ofSeconds(2), KubernetesClients.surroundings())) {
            assertThat(client.raw(PATH)).contains("versions");
            Files.writeString(token, "second");
            server.fault(
                    asked ->
                            "Bearer second".equals(asked.authorization())
                                    ? Optional.empty()
                                    : Optional.of(Refusal.code(401)));
            assertThat(client.raw(PATH)).contains("versions");
        }
    }

    @Test
    void reachesTheClusterItRunsInWithoutTheProxyOfTheEnvironment() throws IOException {
        inCluster(Files.writeString(directory.resolve("token"), "first"));
        set("http.proxy", "http://127.0.0.1:9");
        set("https.proxy", "http://127.0.0.1:9");
        set("all.proxy", "http://127.0.0.1:9");
        try (KubernetesClient client = clients.create("test", Duration.ofSeconds(2))) {
            assertThat(client.raw(PATH)).contains("versions");
        }
    }

    @Test
    void keepsTheProxyThatAKubeconfigNames() throws IOException {
        Path kubeconfig =
                Files.writeString(
                        directory.resolve("config"),
                        """
                        apiVersion: v1
                        kind: Config
                        current-context: here
                        contexts: [{name: here, context: {cluster: there, user: me}}]
                        clusters: [{name: there, cluster: {server: "https://there:6443", proxy-url: "http://proxy:3128"}}]
                        users: [{name: me, user: {token: secret}}]
                        """);
        set(Config.KUBERNETES_KUBECONFIG_FILE, kubeconfig.toString());
        assertThat(KubernetesClients.surroundings().getHttpProxy()).isEqualTo("http://proxy:3128");
    }

    private void inCluster(Path token) {
        set(Config.KUBERNETES_KUBECONFIG_FILE, directory.resolve("absent").toString());
        set(Config.KUBERNETES_MASTER_SYSTEM_PROPERTY, server.url());
        set(Config.KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN_FILE_SYSTEM_PROPERTY, token.toString());
    }

    private void set(String name, String value) {
        properties.putIfAbsent(name, System.setProperty(name, value));
    }

    private KubernetesClient client() {
        return clients.create(
                "test",
                Duration.ofSeconds(1),
                new ConfigBuilder().withAutoConfigure(false).withMasterUrl(server.url()).build());
    }

    /** Returns once the answer was heeded too: that happens beside the caller. */
    private KubernetesClientException failure(KubernetesClient client) {
        KubernetesClientException failure =
                catchThrowableOfType(KubernetesClientException.class, () -> client.raw(PATH));
        await().until(() -> answered() >= server.asked().size());
        return failure;
    }

    private double answered() {
        return meters.find("drover.http.client.requests").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private double counted(String method, String code) {
        var counter =
                meters.find("drover.http.client.requests")
                        .tags("client", "test", "method", method, "code", code)
                        .counter();
        return counter == null ? 0 : counter.count();
    }
}
