package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Reason;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.weights.credentials.TestAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.component.http.HttpComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whom the connections to a registry trust. */
@Timeout(60)
class RegistryTlsTest {
    private static final String OUR_ADDRESS = "127.0.0.1";

    private final TestAuthority authority = new TestAuthority("ours");
    private final TestAuthority stranger = new TestAuthority("a stranger");
    @TempDir private Path folder;
    private Path caFile;
    private Path tokenFile;
    private RegistryDouble server;
    private ClientRig rig;

    @BeforeEach
    void start() throws Exception {
        caFile = Files.writeString(folder.resolve("ca.crt"), authority.pem());
        tokenFile = Files.writeString(folder.resolve("token"), "ours");
        server = serve(authority, OUR_ADDRESS);
        rig = new ClientRig(keys(server, Map.of("CA_FILE", caFile.toString())));
    }

    @AfterEach
    void stop() {
        rig.close();
        server.close();
    }

    @Test
    void trustsTheAuthorityOfTheConfigurationAndShowsItTheToken() {
        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
        assertThat(server.requests())
                .isNotEmpty()
                .allMatch(it -> "Bearer ours".equals(it.headers().get("authorization")));
    }

    /** Through a tunnel the proxy sees neither token nor answers. */
    @Test
    void aProxyChangesNothingAboutTrust() throws Exception {
        try (ConnectProxy proxy = new ConnectProxy();
                RegistryDouble stranger = serve(this.stranger, OUR_ADDRESS)) {
            rig.clients.update(List.of());
            HttpComponent http = rig.context.getComponent("http", HttpComponent.class);
            http.setProxyHost(OUR_ADDRESS);
            http.setProxyPort(proxy.port());
            rig.apply(Map.of());

            assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
            assertThat(proxy.tunnels()).containsOnly(server.url().replaceFirst("https://", ""));

            rig.apply(Map.of("AT_ML_URL", stranger.url()));
            assertThat(failure().reason()).isEqualTo(Reason.TLS_FAILED);
            assertThat(stranger.requests()).isEmpty();
        }
    }

    @Test
    void showsTheTokenToNoStranger() throws Exception {
        try (RegistryDouble stranger = serve(this.stranger, OUR_ADDRESS)) {
            rig.apply(Map.of("AT_ML_URL", stranger.url()));

            assertThat(failure().reason()).isEqualTo(Reason.TLS_FAILED);
            assertThat(failure().code()).isEqualTo("tls");
            assertThat(stranger.requests()).isEmpty();
        }
    }

    @Test
    void refusesACertificateForAnotherName() throws Exception {
        try (RegistryDouble other = serve(authority, "registry.example")) {
            rig.apply(Map.of("AT_ML_URL", other.url()));

            assertThat(failure().reason()).isEqualTo(Reason.TLS_FAILED);
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void withoutACaFileOnlyTheJvmsAuthoritiesCount() {
        rig.apply(Map.of("CA_FILE", ""));

        assertThat(failure().reason()).isEqualTo(Reason.TLS_FAILED);
    }

    @Test
    void openShiftsOwnAuthorityCountsWhereItIs() throws Exception {
        rig.close();
        Path serviceCa = Files.writeString(folder.resolve("service-ca.crt"), authority.pem());
        rig = new ClientRig(keys(server, Map.of()), serviceCa);

        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
    }

    @Test
    void takesANewAuthorityWithoutRestart() throws Exception {
        Files.writeString(caFile, stranger.pem());
        assertThat(failure().reason()).isEqualTo(Reason.TLS_FAILED);
        assertThat(rig.clients.credentialsChanged()).isEmpty(); // looked at for the first time

        Files.writeString(caFile, stranger.pem() + authority.pem());

        assertThat(rig.clients.credentialsChanged()).containsExactly("ml");
        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
    }

    @Test
    void anAuthorityThatIsWithdrawnEndsConnectionsThatAreKept() throws Exception {
        assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
        rig.clients.credentialsChanged();

        Files.writeString(caFile, stranger.pem());
        rig.clients.credentialsChanged();

        assertThat(failure().reason()).isEqualTo(Reason.TLS_FAILED);
    }

    @Test
    void saysWhichFileIsOfNoUse() throws IOException {
        Files.writeString(caFile, "no certificate");

        assertThat(failure().reason()).isEqualTo(Reason.TLS_FAILED);
        assertThat(failure().detail())
                .isEqualTo("ca-file " + caFile + " holds no readable certificates in PEM form");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void insecureTlsOfOneRegistryLeavesTheOthersVerifying() throws Exception {
        try (RegistryDouble careless = serve(stranger, "registry.example");
                RegistryDouble careful = serve(stranger, OUR_ADDRESS)) {
            rig.apply(
                    Map.of(
                            "AT_CARELESS_URL", careless.url(),
                            "AT_CARELESS_INSECURE_TLS", "true",
                            "AT_CAREFUL_URL", careful.url()));

            assertThat(rig.registry("careless").findEnvironment("ml").provenAbsent()).isTrue();
            assertThat(
                            rig.registry("careful")
                                    .findEnvironment("ml")
                                    .failure()
                                    .orElseThrow()
                                    .reason())
                    .isEqualTo(Reason.TLS_FAILED);
            assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
        }
    }

    @Test
    void plainHttpOnATlsPortAndTheOtherWayRoundAreFailures() throws Exception {
        rig.apply(Map.of("AT_ML_URL", server.url().replace("https", "http")));
        assertThat(failure().reason()).isEqualTo(Reason.UNAVAILABLE);

        try (RegistryDouble plain = RegistryDouble.start()) {
            rig.apply(Map.of("AT_ML_URL", plain.url().replace("http", "https")));
            assertThat(failure().reason()).isEqualTo(Reason.UNAVAILABLE);
            assertThat(plain.requests()).noneMatch(it -> it.headers().containsKey("authorization"));
        }
    }

    @Test
    void aServerThatGoesAwayUnderTlsIsUnavailable() {
        server.refuse();
        rig.registry().findEnvironment("ml");

        assertThat(failure().code()).isEqualTo("connect");
    }

    private Failure failure() {
        return rig.registry().findEnvironment("ml").failure().orElseThrow();
    }

    private Map<String, String> keys(RegistryDouble server, Map<String, String> more) {
        Map<String, String> keys = new HashMap<>(more);
        keys.put("AT_ML_URL", server.url());
        keys.put("AUTH", "token");
        keys.put("TOKEN_FILE", tokenFile.toString());
        return keys;
    }

    private static RegistryDouble serve(TestAuthority authority, String host) {
        TestAuthority.Identity identity = authority.issue(host);
        return RegistryDouble.start(
                new RegistryDouble.Options().tls(identity.certificatePem(), identity.keyPem()));
    }
}
