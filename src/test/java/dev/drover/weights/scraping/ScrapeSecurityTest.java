package dev.drover.weights.scraping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.intents.Notice;
import dev.drover.sandbox.metrics.FakeTarget;
import dev.drover.sandbox.metrics.FakeTarget.Answer;
import dev.drover.weights.credentials.Access;
import dev.drover.weights.credentials.TestAuthority;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tokens, authorities and client certificates on the wire (spec weights 2.2, 5.1). */
@Timeout(30)
class ScrapeSecurityTest {
    private static final String TOKEN = "s3cr3t-t0k3n-0f-a-scraper";
    private static final byte[] PAGE =
            "vllm:kv_cache_usage_perc{model_name=\"m\"} 0.42\n".getBytes(UTF_8);
    private static final Answer GOOD =
            (request, out) ->
                    FakeTarget.send(
                            out, "200 OK\nConnection: close\nContent-Length: " + PAGE.length, PAGE);
    private static final String NAMESPACE = ScrapeRoute.PROVIDER.namespace();
    private static final TestAuthority AUTHORITY = new TestAuthority("cluster ca");

    private final Map<String, Map<String, String>> secrets = new ConcurrentHashMap<>();
    private final AtomicInteger looks = new AtomicInteger();
    private ScrapeRoute route;

    @BeforeEach
    void start() throws Exception {
        route = ScrapeRoute.scrapeOnly(Map.of("SCRAPE_TIMEOUT", "3s"));
        route.secrets(secrets, looks);
        secrets.put("ca", Map.of("ca.crt", AUTHORITY.pem()));
        secrets.put("scraper", new HashMap<>(Map.of("token", TOKEN + "\n")));
    }

    @AfterEach
    void stop() {
        route.close();
    }

    @Test
    void trustsTheAuthorityOfTheSecretAndNoOther() throws Exception {
        try (FakeTarget server = tls(AUTHORITY.issue("127.0.0.1"))) {
            assertThat(scrape(server, ca()).outcome()).isEqualTo("ok");
            says(scrape(server, Access.NONE), "signed by an unknown authority", "caSecret");
        }
    }

    @Test
    void anAuthorityOfTheSameNameWithAnotherKeyIsUnknown() throws Exception {
        TestAuthority twin = new TestAuthority("cluster ca");
        try (FakeTarget server = tls(twin.issue("127.0.0.1"))) {
            says(scrape(server, ca()), "signed by an unknown authority", "caSecret");
        }
    }

    @Test
    void tellsACertificateForAnotherName() throws Exception {
        try (FakeTarget server = tls(AUTHORITY.issue("b.example.com"))) {
            says(scrape(server, ca()), "for another name", "subject alternative names");
        }
    }

    @Test
    void tellsAnExpiredCertificate() throws Exception {
        try (FakeTarget server = tls(AUTHORITY.issue("127.0.0.1", Duration.ofHours(-1)))) {
            says(scrape(server, ca()), "expired or not yet valid", "");
        }
    }

    @Test
    void checksNothingWhenTheProviderWantsIt() throws Exception {
        try (FakeTarget server = tls(AUTHORITY.issue("b.example.com", Duration.ofHours(-1)))) {
            Access insecure = new Access(NAMESPACE, "", "", "", true);
            assertThat(scrape(server, insecure).outcome()).isEqualTo("ok");
            assertThat(scrape(server, Access.NONE).outcome()).isEqualTo("tls");
        }
    }

    @Test
    void showsItsCertificateWhereOneIsWanted() throws Exception {
        TestAuthority.Identity drover = AUTHORITY.issue("drover");
        secrets.put(
                "client", Map.of("tls.crt", drover.certificatePem(), "tls.key", drover.keyPem()));
        TestAuthority.Identity stranger = new TestAuthority("other").issue("drover");
        secrets.put(
                "stranger",
                Map.of("tls.crt", stranger.certificatePem(), "tls.key", stranger.keyPem()));
        try (FakeTarget server =
                new FakeTarget(AUTHORITY.issue("127.0.0.1").server(AUTHORITY), true, GOOD)) {
            Access certified = new Access(NAMESPACE, "", "ca", "client", false);
            assertThat(scrape(server, certified).outcome()).isEqualTo("ok");
            says(scrape(server, ca()), "client certificate", "clientSecret");
            Access unknown = new Access(NAMESPACE, "", "ca", "stranger", false);
            says(scrape(server, unknown), "client certificate", "clientSecret");
        }
    }

    @Test
    void oneClientServesAllTargetsOfOneSetting() throws Exception {
        try (FakeTarget one = tls(AUTHORITY.issue("127.0.0.1"));
                FakeTarget two = tls(AUTHORITY.issue("127.0.0.1"))) {
            scrape(one, ca());
            scrape(two, new Access(NAMESPACE, "scraper", "ca", "", false));
            scrape(two, new Access(NAMESPACE, "", "ca", "", true));

            assertThat(route.context.getRegistry().lookupByName("scrape-http-1")).isNotNull();
            assertThat(route.context.getRegistry().lookupByName("scrape-http-2")).isNotNull();
            assertThat(route.context.getRegistry().lookupByName("scrape-http-3")).isNull();
        }
    }

    @Test
    void readsASecretOnceAMinuteForAllTargets() throws Exception {
        try (FakeTarget server = tls(AUTHORITY.issue("127.0.0.1"))) {
            for (int i = 0; i < 5; i++) {
                scrape(server, ca());
            }
            assertThat(looks.get()).isEqualTo(1);
        }
    }

    @Test
    void sendsTheTokenOverHttps() throws Exception {
        try (FakeTarget server = tls(AUTHORITY.issue("127.0.0.1"))) {
            assertThat(scrape(server, withToken()).outcome()).isEqualTo("ok");
            assertThat(server.requests().get(0)).contains("Authorization: Bearer " + TOKEN + "\n");
        }
    }

    @Test
    void aRotatedTokenWorksAtTheSecondScrapeAtTheLatest() throws Exception {
        Answer onlyNew =
                (request, out) -> {
                    boolean known = request.contains("Bearer rotated");
                    FakeTarget.send(
                            out,
                            known
                                    ? "200 OK\nContent-Length: " + PAGE.length
                                    : "401 Unauthorized\nContent-Length: 0",
                            known ? PAGE : new byte[0]);
                };
        try (FakeTarget server =
                new FakeTarget(AUTHORITY.issue("127.0.0.1").server(null), false, onlyNew)) {
            assertThat(scrape(server, withToken()).outcome()).isEqualTo("unauthorized");
            secrets.get("scraper").put("token", "rotated");
            assertThat(scrape(server, withToken()).outcome()).isEqualTo("ok");
        }
    }

    @Test
    void sendsNothingWithoutTheCredentialsThatAreNamed() throws Exception {
        secrets.put("odd", Map.of("token", "two words"));
        secrets.put("no-pem", Map.of("ca.crt", "not a certificate"));
        try (FakeTarget server = tls(AUTHORITY.issue("127.0.0.1"))) {
            refuses(server, token("absent"), "Secret maas-system/absent does not exist");
            refuses(server, token("ca"), "Secret maas-system/ca has no key token");
            refuses(server, token("odd"), "characters that no token has");
            refuses(
                    server,
                    new Access(NAMESPACE, "", "no-pem", "", false),
                    "Secret maas-system/no-pem: ca.crt holds no certificate in PEM form");
            refuses(
                    server,
                    new Access(NAMESPACE, "", "", "scraper", false),
                    "Secret maas-system/scraper has no key tls.crt");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void takesNoTokenToAnotherOrigin() throws Exception {
        try (FakeTarget other = tls(AUTHORITY.issue("127.0.0.1"));
                FakeTarget server =
                        new FakeTarget(
                                AUTHORITY.issue("127.0.0.1").server(null),
                                false,
                                (request, out) ->
                                        FakeTarget.send(
                                                out,
                                                "302 Found\nContent-Length: 0\nLocation: "
                                                        + other.url(),
                                                new byte[0]))) {
            assertThat(scrape(server, withToken()).outcome()).isEqualTo("redirect");
            assertThat(server.requests().get(0)).contains(TOKEN);
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void takesTheTokenAlongWithinTheOrigin() throws Exception {
        Answer moved =
                (request, out) -> {
                    boolean there = request.startsWith("GET /there ");
                    FakeTarget.send(
                            out,
                            there
                                    ? "200 OK\nContent-Length: " + PAGE.length
                                    : "308 Moved\nConnection: close\nContent-Length: 0\n"
                                            + "Location: /there",
                            there ? PAGE : new byte[0]);
                };
        try (FakeTarget server =
                new FakeTarget(AUTHORITY.issue("127.0.0.1").server(null), false, moved)) {
            assertThat(scrape(server, withToken()).outcome()).isEqualTo("ok");
            assertThat(server.requests()).hasSize(2).allMatch(head -> head.contains(TOKEN));
        }
    }

    @Test
    void showsNothingSecretAnywhere() throws Exception {
        TestAuthority.Identity drover = AUTHORITY.issue("drover");
        secrets.put(
                "client", Map.of("tls.crt", drover.certificatePem(), "tls.key", drover.keyPem()));
        String keyPart = drover.keyPem().lines().skip(1).findFirst().orElseThrow();
        List<String> seen = new CopyOnWriteArrayList<>();
        Handler everything = listener(seen);
        Logger root = Logger.getLogger("dev.drover");
        root.addHandler(everything);
        root.setLevel(Level.ALL);
        Logger camel = Logger.getLogger("org.apache.camel");
        camel.addHandler(everything);
        try (FakeTarget refusing =
                        new FakeTarget(
                                AUTHORITY.issue("127.0.0.1").server(null),
                                false,
                                (request, out) ->
                                        FakeTarget.send(
                                                out,
                                                "401 Unauthorized\nContent-Length: 0",
                                                new byte[0]));
                FakeTarget good =
                        new FakeTarget(
                                AUTHORITY.issue("127.0.0.1").server(AUTHORITY), true, GOOD)) {
            Access all = new Access(NAMESPACE, "scraper", "ca", "client", false);
            for (int i = 0; i < 3; i++) { // then it is told that the source fails
                seen.add(scrape(refusing, withToken()).toString());
            }
            seen.add(scrape(good, all).toString());
            assertThat(good.requests()).isNotEmpty().allMatch(head -> head.contains(TOKEN));
            route.notices.stream().map(Notice::toString).forEach(seen::add);
            route.meters.getMeters().forEach(meter -> seen.add(meter.getId().toString()));
            seen.addAll(everyAttribute());
        } finally {
            root.removeHandler(everything);
            root.setLevel(null);
            camel.removeHandler(everything);
        }
        assertThat(seen.stream().filter(text -> text.contains("ScrapeFailed"))).isNotEmpty();
        assertThat(seen.stream().filter(text -> text.contains("scrape-fetch"))).isNotEmpty();
        assertThat(seen.stream().filter(it -> it.contains(TOKEN) || it.contains(keyPart)))
                .isEmpty();
    }

    private static List<String> everyAttribute() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        List<String> values = new ArrayList<>();
        for (ObjectName name : server.queryNames(new ObjectName("org.apache.camel:*"), null)) {
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                if (attribute.isReadable()) {
                    values.add(name + " " + value(server, name, attribute.getName()));
                }
            }
        }
        return values;
    }

    private static Object value(MBeanServer server, ObjectName name, String attribute) {
        try {
            return server.getAttribute(name, attribute);
        } catch (Exception e) {
            return e; // an attribute that cannot be read shows nothing else either
        }
    }

    private static Handler listener(List<String> seen) {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                seen.add(entry.getMessage() + " " + entry.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    private void refuses(FakeTarget server, Access access, String words) {
        SourceFigures figures = scrape(server, access);
        assertThat(figures.outcome()).as(figures.detail()).isEqualTo("no_credentials");
        assertThat(figures.detail()).contains(words);
    }

    private static void says(SourceFigures figures, String fault, String hint) {
        assertThat(figures.outcome()).as(figures.detail()).isEqualTo("tls");
        assertThat(figures.detail()).contains(fault).contains(hint);
    }

    private SourceFigures scrape(FakeTarget server, Access access) {
        return route.scrape(route.declare(SourceKind.VLLM, server.url(), access));
    }

    private static FakeTarget tls(TestAuthority.Identity identity) {
        return new FakeTarget(identity.server(null), false, GOOD);
    }

    private static Access ca() {
        return new Access(NAMESPACE, "", "ca", "", false);
    }

    private static Access token(String secret) {
        return new Access(NAMESPACE, secret, "ca", "", false);
    }

    private static Access withToken() {
        return token("scraper");
    }
}
