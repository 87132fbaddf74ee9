package dev.drover.weights.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.credentials.Access;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets and TLS settings of spec weights 2.2, and who may say where they are sent. */
class AccessReaderTest {
    private static final String HTTPS = "https://b/metrics";
    private static final String HTTP = "http://b/metrics";

    @Test
    void namesSecretsOfTheProvidersNamespace() {
        RefSources ref =
                read(
                        Map.of(
                                "metrics.vllm.url", HTTPS,
                                "metrics.tokenSecret", "scraper",
                                "metrics.caSecret", "ca",
                                "metrics.clientSecret", "client.example.com"),
                        Map.of(),
                        false);
        assertThat(access(ref))
                .isEqualTo(new Access("ns", "scraper", "ca", "client.example.com", false));
    }

    @Test
    void sourcesThatDifferInNothingAreOneTarget() {
        Map<String, String> plain = Map.of("metrics.vllm.url", HTTP);
        Map<String, String> withUnusedCa =
                Map.of("metrics.vllm.url", HTTP, "metrics.caSecret", "ca");
        assertThat(read(plain, Map.of(), false).sources())
                .isEqualTo(read(withUnusedCa, Map.of(), false).sources());
    }

    @Test
    void aTokenNeedsHttpsOrConsent() {
        Map<String, String> config = new HashMap<>();
        config.put("metrics.vllm.url", HTTP);
        config.put("metrics.tokenSecret", "scraper");
        RefSources refused = read(config, Map.of(), false);
        assertThat(refused.sources()).isEmpty();
        assertThat(refused.findings())
                .singleElement()
                .satisfies(
                        finding ->
                                assertThat(finding.message())
                                        .isEqualTo(
                                                "metrics.tokenSecret: 'scraper' cannot be used;"
                                                        + " accepted: with an https URL, or with"
                                                        + " metrics.tokenOverHttp: \"true\""));

        config.put("metrics.tokenOverHttp", "true");
        assertThat(access(read(config, Map.of(), false)))
                .isEqualTo(new Access("ns", "scraper", "", "", false));
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "metrics.tokenSecret, /var/run/secrets/kubernetes.io/serviceaccount/token",
        "metrics.tokenSecret, ../other/secret",
        "metrics.caSecret, other-namespace/ca",
        "metrics.clientSecret, Client",
        "metrics.insecureSkipVerify, yes",
    })
    void aFilePathOrAnotherOddValueStopsTheSource(String key, String value) {
        RefSources ref = read(Map.of("metrics.vllm.url", HTTPS, key, value), Map.of(), false);
        assertThat(ref.sources()).isEmpty();
        assertThat(ref.findings()).extracting(ConfigFinding::key).containsExactly(key);
    }

    @Test
    void aRefOverridesItsProviderInTheSameNamespace() {
        Map<String, String> provider =
                Map.of("metrics.vllm.url", HTTPS, "metrics.tokenSecret", "scraper");
        Map<String, String> own = Map.of("metrics.tokenSecret", "other");
        assertThat(access(read(provider, own, false)).tokenSecret()).isEqualTo("other");
    }

    @ParameterizedTest
    @CsvSource({
        "metrics.vllm.url, https://elsewhere.example.com/metrics",
        "metrics.tokenSecret, other",
        "metrics.insecureSkipVerify, true",
    })
    void aRefOfAnotherNamespaceMustNotDecideWhoGetsTheToken(String key, String value) {
        Map<String, String> provider =
                Map.of("metrics.vllm.url", HTTPS, "metrics.tokenSecret", "scraper");

        RefSources ref = read(provider, Map.of(key, value), true);

        assertThat(ref.sources()).isEmpty();
        assertThat(ref.findings())
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.key()).isEqualTo(key);
                            assertThat(finding.message()).contains("provider's own config");
                        });
        assertThat(access(read(provider, Map.of("metrics.epp.pool", "p"), true)).tokenSecret())
                .as("whatever decides nothing of the kind is the ref's own business")
                .isEqualTo("scraper");
    }

    private static Access access(RefSources ref) {
        assertThat(ref.findings()).isEmpty();
        return ref.sources().get(0).target().access();
    }

    private static RefSources read(
            Map<String, String> provider, Map<String, String> own, boolean foreign) {
        ObjectKey key = new ObjectKey("ns", "cluster-b");
        return RefSources.of(
                new ProviderRef(0, true, key, false, "m", own, 50, null),
                new ExternalProvider(key, "remote-maas", "b.example.com", provider, true),
                foreign,
                WeightsConfiguration.defaults());
    }
}
