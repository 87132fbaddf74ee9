package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.registry.api.Operation;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import dev.drover.weights.credentials.TestAuthority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A registry that is found by its Service, is reached over TLS with a private authority, and wants
 * a token: {@code odh-model-registries.ml}.
 */
@Timeout(60)
class ServiceRoutesTest {
    private static final String ID = "odh-model-registries.ml";
    private static final String TOKEN = "eyJ-the-right-one";
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration MINUTE = Duration.ofSeconds(60);

    private final TestAuthority authority = new TestAuthority("ours");
    private final TestAuthority stranger = new TestAuthority("a stranger");
    private final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    private final RegistryDouble registry = serve(authority);
    @TempDir private Path folder;
    private Path token;
    private Path authorities;

    private static RegistryDouble serve(TestAuthority authority) {
        TestAuthority.Identity identity = authority.issue("127.0.0.1");
        return RegistryDouble.start(
                new RegistryDouble.Options()
                        .token(TOKEN)
                        .tls(identity.certificatePem(), identity.keyPem()));
    }

    @BeforeEach
    void prepare() throws Exception {
        token = Files.writeString(folder.resolve("token"), TOKEN);
        authorities = Files.writeString(folder.resolve("ca.crt"), authority.pem());
        registry.addModel("iris");
        registry.addVersion("1", "v1");
    }

    @AfterEach
    void close() {
        api.close();
        registry.close();
    }

    private SyncFixture drover(Map<String, String> more) throws Exception {
        Map<String, String> keys = new HashMap<>(more);
        keys.put("AUTH", "token");
        keys.put("TOKEN_FILE", token.toString());
        keys.put("CA_FILE", authorities.toString());
        SyncFixture drover = new SyncFixture(api, registry, keys);
        drover.withdraw("AT_ML_URL");
        return drover.start();
    }

    private void createService() {
        api.create(
                """
                apiVersion: v1
                kind: Service
                metadata:
                  name: ml
                  namespace: odh-model-registries
                  labels: {component: model-registry}
                  annotations:
                    routing.opendatahub.io/external-address-rest: "127.0.0.1:%d"
                spec:
                  ports: [{name: http-api, port: 8080}]
                """
                        .formatted(registry.port()));
    }

    private boolean exists() {
        return api.get("inferenceservices", "ml", "iris").isPresent();
    }

    private static void link(SyncFixture drover) {
        drover.createIris("1", "2");
        await().until(() -> !drover.link().isEmpty());
        drover.awaitIdle();
    }

    @Test
    void aRegistryThatComesLaterLinksWhatWaitedForIt() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            drover.createIris("1", "2");
            await().until(() -> drover.reasons().contains("RegistryNotFound"));
            createService();
            await().until(() -> !drover.link().isEmpty());
            assertThat(drover.iris().at("/metadata/annotations/drover.dev~1registry").asText())
                    .contains("\"registry\":\"" + ID + "\"");
            assertThat(registry.requests())
                    .allMatch(it -> ("Bearer " + TOKEN).equals(it.headers().get("authorization")));
        }
    }

    @Test
    void aTokenThatIsReplacedEndsARefusalWithinAMinute() throws Exception {
        Files.writeString(token, "an-old-one");
        createService();
        try (SyncFixture drover = drover(Map.of())) {
            drover.createIris("1", "2");
            await().until(() -> drover.reasons().contains("Unauthorized"));
            drover.live(MINUTE);
            assertThat(drover.link()).isEmpty();

            Files.writeString(token, TOKEN);
            drover.liveUntil(() -> !drover.link().isEmpty(), STEP, MINUTE);
            assertThat(registry.records()).hasSize(1);
            assertThat(drover.lines.seen()).noneMatch(it -> it.contains(TOKEN));
            assertThat(drover.events).noneMatch(it -> it.toString().contains(TOKEN));
        }
    }

    @Test
    void aTokenThatIsReplacedWhileAllIsWellIsSentFromThenOn() throws Exception {
        createService();
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            Files.writeString(token, "the-next-one");
            registry.forgetRequests();
            drover.becomeReady();
            await().until(() -> drover.reasons().contains("Unauthorized"));
            assertThat(registry.requests())
                    .isNotEmpty()
                    .allMatch(
                            it -> "Bearer the-next-one".equals(it.headers().get("authorization")));
        }
    }

    @Test
    void anAuthorityThatIsReplacedEndsARefusalWithinAMinute() throws Exception {
        Files.writeString(authorities, stranger.pem());
        createService();
        try (SyncFixture drover = drover(Map.of())) {
            drover.createIris("1", "2");
            await().until(() -> drover.reasons().contains("TlsFailed"));
            drover.live(MINUTE);
            assertThat(drover.link()).isEmpty();
            assertThat(registry.requests()).isEmpty();

            Files.writeString(authorities, authority.pem());
            drover.liveUntil(() -> !drover.link().isEmpty(), STEP, MINUTE);
        }
    }

    @Test
    void saysOnTheServiceOnceThatItIsAwayAndThatItIsBack() throws Exception {
        createService();
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            registry.fail(RegistryFault.everywhere().text(503));
            IntStream.range(0, 6).forEach(i -> drover.create("new-" + i, "1", "2"));
            drover.becomeReady();
            drover.liveUntil(() -> breaker(drover) == 2, STEP, MINUTE);
            for (int i = 0; i < 50; i++) {
                drover.live(STEP);
            }
            assertThat(drover.reasons("Service")).containsExactly("RegistryUnavailable");
            assertThat(
                            drover.events.stream()
                                    .filter(it -> it.reason().equals("RegistryUnavailable")))
                    .as("of the Service and of those without a record, once each")
                    .hasSize(1 + 6)
                    .noneMatch(it -> it.regarding().name().equals("iris"));

            registry.heal();
            drover.liveUntil(() -> registry.records().size() == 7, STEP, MINUTE);
            assertThat(drover.reasons("Service"))
                    .containsExactly("RegistryUnavailable", "RegistryAvailable");
            assertThat(breaker(drover)).isZero();
            assertThat(drover.lines.seen().stream().filter(it -> it.contains(ID + " unavailable")))
                    .singleElement()
                    .asString()
                    .startsWith("WARNING registry " + ID + " unavailable: ");
            assertThat(drover.lines.seen())
                    .anyMatch(
                            it ->
                                    it.matches(
                                            "INFO registry "
                                                    + ID
                                                    + " available again after 4m\\d+s"));
        }
    }

    private static double breaker(SyncFixture drover) {
        return drover.meters
                .get("drover.registry.breaker.state")
                .tag("registry", ID)
                .gauge()
                .value();
    }

    @Test
    void saysOnTheServiceThatRecordsAreHeldBack() throws Exception {
        createService();
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            String environment = registry.records().get(0).path("servingEnvironmentId").asText();
            IntStream.range(0, 6).forEach(i -> drover.addOrphan("gone-" + i, environment));
            drover.liveUntil(
                    () -> drover.reasons("Service").equals(List.of("SweepHeld")),
                    Duration.ofMinutes(4),
                    Duration.ofMinutes(16));
            drover.live(Duration.ofMinutes(12));
            assertThat(drover.reasons("Service")).containsExactly("SweepHeld");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "on"})
    void aServiceThatIsGoneHoldsNoWorkloadUp(String finalizer) throws Exception {
        createService();
        try (SyncFixture drover = drover(Map.of("FINALIZER", finalizer))) {
            link(drover);
            api.delete("services", "odh-model-registries", "ml");
            drover.awaitIdle();
            registry.forgetRequests();
            api.delete("inferenceservices", "ml", "iris");
            await().atMost(STEP).until(() -> !exists());
            drover.awaitQuiet();
            assertThat(registry.requests(Operation.PATCH_RECORD))
                    .as("nothing is sent to a registry that is not allowed any more")
                    .isEmpty();
        }
    }
}
