package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.NewRecord;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import dev.drover.sandbox.registry.SeenRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What leaves the process: where the token goes, and which headers. */
@Timeout(30)
class RegistryAccessTest {
    @TempDir private Path folder;
    private Path tokenFile;
    private RegistryDouble server;
    private ClientRig rig;

    @BeforeEach
    void start() throws Exception {
        tokenFile = folder.resolve("token");
        Files.writeString(tokenFile, "first\n");
        server = RegistryDouble.start(new RegistryDouble.Options().token("first"));
        rig =
                new ClientRig(
                        Map.of(
                                "AT_ML_URL",
                                server.url(),
                                "AUTH",
                                "token",
                                "TOKEN_OVER_HTTP",
                                "true",
                                "TOKEN_FILE",
                                tokenFile.toString()));
    }

    @AfterEach
    void stop() {
        rig.close();
        server.close();
    }

    @Test
    void sendsTheTokenWithEveryCall() {
        rig.registry().findEnvironment("ml");
        rig.registry().createEnvironment("ml");
        rig.registry().health();

        assertThat(server.requests())
                .hasSizeGreaterThan(3)
                .allSatisfy(
                        request ->
                                assertThat(request.headers())
                                        .containsEntry("authorization", "Bearer first"));
    }

    @Test
    void sendsNoTokenOverPlainHttpUnlessAllowed() throws IOException {
        rig.apply(Map.of("TOKEN_OVER_HTTP", "false"));
        Files.delete(tokenFile); // nor is it read

        assertThat(failure().reason()).isEqualTo(Reason.UNAUTHORIZED);
        assertThat(server.requests())
                .isNotEmpty()
                .noneMatch(request -> request.headers().containsKey("authorization"));
    }

    @Test
    void oneRegistryMayDoWithoutAToken() throws Exception {
        try (RegistryDouble open = RegistryDouble.start()) {
            rig.apply(Map.of("AT_OPEN_URL", open.url(), "AT_OPEN_AUTH", "none"));

            rig.registry("open").findEnvironment("ml");
            rig.registry().findEnvironment("ml");

            assertThat(open.requests())
                    .isNotEmpty()
                    .noneMatch(request -> request.headers().containsKey("authorization"));
            assertThat(server.requests()).anyMatch(it -> it.headers().containsKey("authorization"));
        }
    }

    @Test
    void sendsNoHeadersButItsOwn() {
        rig.context
                .createFluentProducerTemplate()
                .to(RequestRoutes.endpoint("ml"))
                .withHeader("X-Secret", "of somebody else")
                .withHeader("Cookie", "session=1")
                .withHeader("Authorization", "Bearer of-somebody-else")
                .withHeader("CamelHttpQuery", "evil=1")
                .withHeader("CamelHttpPath", "/elsewhere")
                .withBody(
                        RegistryCall.post(
                                "ml",
                                Operation.CREATE_ENVIRONMENT,
                                "/api/model_registry/v1alpha3/serving_environments",
                                EntityJson.environment("ml")))
                .send();

        SeenRequest seen = server.requests().get(0);
        assertThat(seen.path()).isEqualTo("/api/model_registry/v1alpha3/serving_environments");
        assertThat(seen.rawQuery()).isEmpty();
        assertThat(seen.headers()).containsEntry("authorization", "Bearer first");
        assertThat(seen.headers().get("user-agent")).startsWith("drover/");
        assertThat(seen.headers().keySet())
                .isSubsetOf(
                        Set.of(
                                "accept",
                                "content-type",
                                "authorization",
                                "user-agent",
                                "host",
                                "connection",
                                "content-length",
                                "transfer-encoding"));
    }

    @Test
    void keepsNoCookies() {
        server.fail(RegistryFault.everywhere().header("set-cookie", "session=1; Path=/"));

        rig.registry().findEnvironment("ml");
        rig.registry().findEnvironment("ml");

        assertThat(server.requests()).noneMatch(it -> it.headers().containsKey("cookie"));
    }

    @Test
    void asksNoProxyOfTheEnvironment() throws Exception {
        try (RegistryDouble proxy = RegistryDouble.start()) {
            System.setProperty("http.proxyHost", "127.0.0.1");
            System.setProperty("http.proxyPort", String.valueOf(proxy.port()));
            System.setProperty("http.nonProxyHosts", "");
            try {
                assertThat(rig.registry().findEnvironment("ml").provenAbsent()).isTrue();
                assertThat(proxy.requests()).isEmpty();
            } finally {
                System.clearProperty("http.proxyHost");
                System.clearProperty("http.proxyPort");
                System.clearProperty("http.nonProxyHosts");
            }
        }
    }

    @Test
    void readsATokenAgainThatChanged() throws IOException {
        rig.registry().findEnvironment("ml");
        Files.writeString(tokenFile, "second-token");
        server.forgetRequests();

        rig.registry().findEnvironment("ml");

        assertThat(server.requests().get(0).headers())
                .containsEntry("authorization", "Bearer second-token");
    }

    @Test
    void readsATokenAgainAfterAMinuteWhateverTheFileSystemSays() throws IOException {
        rig.registry().findEnvironment("ml");
        var modified = Files.getLastModifiedTime(tokenFile);
        Files.writeString(tokenFile, "other\n"); // as long as before
        Files.setLastModifiedTime(tokenFile, modified);
        server.forgetRequests();

        rig.skip(Duration.ofSeconds(61));
        rig.registry().findEnvironment("ml");

        assertThat(server.requests().get(0).headers())
                .containsEntry("authorization", "Bearer other");
    }

    @Test
    void repeatsARefusedCallOnceWithANewerToken() throws IOException {
        rig.registry().findEnvironment("ml");
        server.forgetRequests();
        // the file changes in a way that is not seen before the call
        var modified = Files.getLastModifiedTime(tokenFile);
        Files.writeString(tokenFile, "newer\n");
        Files.setLastModifiedTime(tokenFile, modified);
        server.fail(
                RegistryFault.matching(
                                it -> "Bearer first".equals(it.headers().get("authorization")))
                        .text(401));
        server.fail(RegistryFault.on(Operation.CREATE_ENVIRONMENT).before(it -> {}));

        assertThat(rig.registry().createEnvironment("ml").value()).isPresent();
        assertThat(authorizations()).containsExactly("Bearer first", "Bearer newer");
    }

    @Test
    void doesNotRepeatARefusedCallWithTheSameToken() {
        rig.registry().findEnvironment("ml");
        server.forgetRequests();
        server.fail(RegistryFault.on(Operation.CREATE_ENVIRONMENT).text(401));

        assertThat(rig.registry().createEnvironment("ml").failure().orElseThrow().reason())
                .isEqualTo(Reason.UNAUTHORIZED);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void makesNoCallWithoutAToken() throws IOException {
        for (String content : new String[] {"", " \n", "two words", "x".repeat(70_000)}) {
            Files.writeString(tokenFile, content);
            rig.skip(Duration.ofMinutes(2));

            assertThat(failure().reason()).isEqualTo(Reason.UNAUTHORIZED);
            assertThat(failure().detail()).contains(tokenFile.toString());
            assertThat(failure().detail()).doesNotContain("two words");
        }
        Files.delete(tokenFile);
        rig.skip(Duration.ofMinutes(2));
        assertThat(failure().detail()).endsWith("cannot be read");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void tellsThatATokenChanged() throws IOException {
        assertThat(rig.clients.credentialsChanged()).isEmpty();
        Files.writeString(tokenFile, "a longer token");

        assertThat(rig.clients.credentialsChanged()).containsExactly("ml");
        assertThat(rig.clients.credentialsChanged()).isEmpty();
    }

    @Test
    void aFailureNeverShowsTheToken() throws IOException {
        Files.writeString(tokenFile, "secret-of-mine");
        server.fail(RegistryFault.on(Operation.CREATE_RECORD).reset());
        rig.skip(Duration.ofMinutes(2));
        NewRecord record =
                new NewRecord(
                        "x",
                        "x",
                        "1",
                        Optional.empty(),
                        "1",
                        Optional.empty(),
                        DesiredState.DEPLOYED,
                        Map.of());

        assertThat(rig.registry().create(record).toString()).doesNotContain("secret-of-mine");
        assertThat(new ShownToken("secret-of-mine").toString()).isEqualTo("token");
    }

    private Failure failure() {
        return rig.registry().findEnvironment("ml").failure().orElseThrow();
    }

    private List<String> authorizations() {
        return server.requests().stream().map(it -> it.headers().get("authorization")).toList();
    }
}
