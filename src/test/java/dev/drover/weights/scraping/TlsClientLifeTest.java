package dev.drover.weights.scraping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.sandbox.metrics.FakeTarget;
import dev.drover.sandbox.metrics.FakeTarget.Answer;
import dev.drover.weights.credentials.Access;
import dev.drover.weights.credentials.TestAuthority;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients of TLS settings while Secrets change and targets go (spec weights 2.2). */
@Timeout(30)
class TlsClientLifeTest {
    private static final byte[] PAGE =
            "vllm:kv_cache_usage_perc{model_name=\"m\"} 0.42\n".getBytes(UTF_8);
    private static final Answer GOOD =
            (request, out) ->
                    FakeTarget.send(
                            out, "200 OK\nConnection: close\nContent-Length: " + PAGE.length, PAGE);
    private static final TestAuthority AUTHORITY = new TestAuthority("cluster ca");
    private static final Access CA =
            new Access(ScrapeRoute.PROVIDER.namespace(), "", "ca", "", false);

    private final Map<String, Map<String, String>> secrets = new ConcurrentHashMap<>();
    private ScrapeRoute route;

    @BeforeEach
    void start() throws Exception {
        route = ScrapeRoute.scrapeOnly(Map.of("SCRAPE_TIMEOUT", "3s"));
        route.secrets(secrets, new AtomicInteger());
        secrets.put("ca", Map.of("ca.crt", AUTHORITY.pem()));
    }

    @AfterEach
    void stop() {
        route.close();
    }

    /** The authority of a running client is replaced, as cert-manager does it. */
    @Test
    void trustsTheNewAuthorityAndNotTheOldOneOnceTheSecretHasChanged() throws Exception {
        TestAuthority next = new TestAuthority("next ca");
        try (FakeTarget before = tls(AUTHORITY.issue("127.0.0.1"));
                FakeTarget after = tls(next.issue("127.0.0.1"))) {
            assertThat(scrape(before, CA).outcome()).isEqualTo("ok");
            unknownAuthority(scrape(after, CA));

            secrets.put("ca", Map.of("ca.crt", next.pem()));
            assertThat(scrape(before, CA).outcome()).as("kept for a minute").isEqualTo("ok");
            route.time.advance(Duration.ofSeconds(61));

            assertThat(scrape(after, CA).outcome()).isEqualTo("ok");
            unknownAuthority(scrape(before, CA));
            assertThat(bean("scrape-http-1")).as("the client keeps its name").isTrue();
            assertThat(bean("scrape-http-2")).isFalse();
        }
    }

    @Test
    void anAuthorityThatCannotBeReadSendsNothingAndHealsWithTheSecret() throws Exception {
        try (FakeTarget server = tls(AUTHORITY.issue("127.0.0.1"))) {
            assertThat(scrape(server, CA).outcome()).isEqualTo("ok");
            secrets.put("ca", Map.of("ca.crt", "rubbish"));
            route.time.advance(Duration.ofSeconds(61));
            int requests = server.requests().size();

            SourceFigures refused = scrape(server, CA);
            assertThat(refused.outcome()).isEqualTo("no_credentials");
            assertThat(refused.detail()).contains("Secret maas-system/ca: ca.crt holds");
            assertThat(server.requests()).hasSize(requests);

            secrets.put("ca", Map.of("ca.crt", AUTHORITY.pem()));
            route.time.advance(Duration.ofSeconds(61));
            assertThat(scrape(server, CA).outcome()).isEqualTo("ok");
        }
    }

    @Test
    void aClientThatNobodyUsesForTenMinutesGoesWithItsConnections() throws Exception {
        try (FakeTarget secure = tls(AUTHORITY.issue("127.0.0.1"));
                FakeTarget plain = new FakeTarget(GOOD)) {
            scrape(secure, CA);
            assertThat(bean("scrape-http-1")).isTrue();
            int endpoints = route.context.getEndpoints().size();

            route.time.advance(Duration.ofMinutes(9));
            scrape(plain, Access.NONE);
            assertThat(bean("scrape-http-1")).as("it may be wanted again").isTrue();

            route.time.advance(Duration.ofMinutes(2));
            scrape(plain, Access.NONE);
            assertThat(bean("scrape-http-1")).isFalse();
            assertThat(route.context.getEndpoints()).hasSize(endpoints);

            assertThat(scrape(secure, CA).outcome()).isEqualTo("ok");
            assertThat(bean("scrape-http-2")).as("a name is never used again").isTrue();
        }
    }

    private boolean bean(String name) {
        return route.context.getRegistry().lookupByName(name) != null;
    }

    private static void unknownAuthority(SourceFigures figures) {
        assertThat(figures.outcome()).as(figures.detail()).isEqualTo("tls");
        assertThat(figures.detail()).contains("signed by an unknown authority");
    }

    private SourceFigures scrape(FakeTarget server, Access access) {
        return route.scrape(route.declare(SourceKind.VLLM, server.url(), access));
    }

    private static FakeTarget tls(TestAuthority.Identity identity) {
        return new FakeTarget(identity.server(null), false, GOOD);
    }
}
