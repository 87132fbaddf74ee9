package dev.drover.weights.providers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.drover.config.Configuration;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import dev.drover.weights.settings.WeightsConfiguration;
import dev.drover.weights.settings.WeightsKeys;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys {@code metrics*} of providers and refs (spec weights 2.2). */
class SourceReaderTest {
    private static final ObjectKey PROVIDER = new ObjectKey("maas-system", "cluster-b");

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing is said | | | ",
                "a label that derives | | remote-maas | vllm http://b.example.com:8000/metrics, epp"
                        + " http://b.example.com:9090/metrics",
                "enabled derives | metrics=enabled | x | vllm http://b.example.com:8000/metrics,"
                        + " epp http://b.example.com:9090/metrics",
                "the scheme of derived URLs | metrics=enabled;metrics.scheme=https | x | vllm"
                        + " https://b.example.com:8000/metrics, epp https://b.example.com:9090/metrics",
                "an explicit URL only | metrics.vllm.url=http://v:81/m?a=b | x | vllm"
                        + " http://v:81/m?a=b",
                "an explicit URL and a derived one |"
                        + " metrics=enabled;metrics.epp.url=https://E.example.com | x | vllm"
                        + " http://b.example.com:8000/metrics, epp https://e.example.com/",
                "disabled wins | metrics=disabled;metrics.vllm.url=http://v/m | remote-maas | ",
                "equal requests are one target | metrics.vllm.url=HTTP://V:80/m | x | vllm"
                        + " http://v/m",
                "an address | metrics.vllm.url=http://[2001:db8::1]:8000/metrics | x | vllm"
                        + " http://[2001:db8::1]:8000/metrics",
            })
    void namesTheSources(String because, String config, String label, String expected) {
        RefSources ref = read(config, "", label, Map.of());

        assertThat(
                        String.join(
                                ", ",
                                ref.sources().stream()
                                        .map(Source::target)
                                        .map(target -> target.kind().label() + " " + target.url())
                                        .toList()))
                .isEqualTo(expected == null ? "" : expected);
        assertThat(ref.findings()).isEmpty();
    }

    /** Some proxies take a token in the query, and logs are read by others than objects. */
    @ParameterizedTest
    @CsvSource({"http://v/m?token=s3cr3t, 1", "ftp://v/m?token=s3cr3t, 0"})
    void theQueryOfAUrlIsShownToNobody(String url, int sources) {
        RefSources ref = read("metrics.vllm.url=" + url, "", "x", Map.of());

        assertThat(ref.sources()).hasSize(sources);
        assertThat(ref.sources() + " " + ref.findings())
                .contains("://v/m?...")
                .doesNotContain("token");
        assertThat(ref.sources()).allMatch(it -> !it.target().shownUrl().contains("s3cr3t"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ftp://v/m | scheme http or https",
                "v:8000/metrics | scheme http or https",
                "/metrics | scheme http or https",
                "http://user:secret@v/m | without user information",
                "http://v/m#x | without fragment",
                "http://v:0/m | port from 1 to 65535",
                "http://v:70000/m | port from 1 to 65535",
                "http:///m | a host name or address",
                "http://v /m | http or https URL",
                "http://other.org/m | allowed-hosts",
            })
    void refusesAUrlAndSaysWhatWouldDo(String url, String accepted) {
        RefSources ref =
                read(
                        "metrics=enabled;metrics.vllm.url=" + url,
                        "",
                        "x",
                        Map.of("DROVER_WEIGHTS_SCRAPE_ALLOWED_HOSTS", "v,*.example.com"));

        assertThat(ref.findings()).hasSize(1);
        assertThat(ref.findings().get(0).message())
                .startsWith("metrics.vllm.url: '")
                .contains("cannot be used; accepted:")
                .contains(accepted);
        assertThat(ref.findings().get(0).message()).doesNotContain("secret");
        assertThat(ref.sources())
                .extracting(it -> it.target().kind().label())
                .containsExactly("epp");
    }

    @Test
    void theRefsOwnKeysOverrideKeyByKey() {
        RefSources ref =
                read(
                        "metrics=enabled;metrics.scheme=https",
                        "metrics.scheme=http;metrics.epp.pool= p ",
                        "x",
                        Map.of());
        assertThat(ref.sources().get(0).target().url()).hasScheme("http");
        assertThat(ref.sources().get(0).pool()).isNull();
        assertThat(ref.sources().get(1).pool()).isEqualTo("p");
        assertThat(ref.sources()).allMatch(Source::derived);
    }

    @Test
    void anUnknownWordIsAFindingAndTheRestWorks() {
        RefSources ref = read("metrics=on;metrics.vllm.url=http://v/m;other=1", "", "x", Map.of());
        assertThat(ref.findings())
                .extracting(ConfigFinding::message)
                .containsExactly("metrics: 'on' cannot be used; accepted: enabled or disabled");
        assertThat(ref.sources()).hasSize(1);
    }

    private static RefSources read(
            String config, String own, String label, Map<String, String> environment) {
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("DROVER_WEIGHTS_REMOTE_PROVIDERS", "remote-maas");
        WeightsConfiguration configuration =
                WeightsConfiguration.of(Configuration.load(WeightsKeys.SCHEMA, variables));
        ExternalProvider provider =
                new ExternalProvider(
                        PROVIDER, label == null ? "" : label, "b.example.com", map(config), true);
        ProviderRef ref =
                new ProviderRef(
                        0, true, PROVIDER, false, "m", map(own), 50, MissingNode.getInstance());
        return RefSources.of(ref, provider, false, configuration);
    }

    private static Map<String, String> map(String pairs) {
        Map<String, String> map = new HashMap<>();
        for (String pair : (pairs == null ? "" : pairs).split(";", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                map.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return map;
    }
}
