package dev.drover.weights.providers;

import dev.drover.config.Glob;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import dev.drover.weights.settings.WeightsConfiguration;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes {@link RefSources} of the keys {@code metrics*} (spec weights 2.2). */
final class SourceReader {
    private final Map<String, String> config;
    private final String endpoint;
    private final List<Glob> allowedHosts;
    private final AccessReader accesses;
    private final List<Source> sources = new ArrayList<>();
    private final List<ConfigFinding> findings = new ArrayList<>();

    private SourceReader(String endpoint, List<Glob> allowedHosts, AccessReader accesses) {
        this.config = accesses.config();
        this.endpoint = endpoint;
        this.allowedHosts = allowedHosts;
        this.accesses = accesses;
    }

    static RefSources read(
            ProviderRef ref,
            ExternalProvider provider,
            boolean foreign,
            WeightsConfiguration configuration) {
        SourceReader reader =
                new SourceReader(
                        provider.endpoint(),
                        configuration.scrape().allowedHosts(),
                        new AccessReader(
                                ref.configOver(provider.config()),
                                ref.config(),
                                provider.key().namespace(),
                                foreign));
        boolean derive = configuration.remoteProviders().contains(provider.label());
        reader.sources(derive);
        return new RefSources(provider.key(), ref.targetModel(), reader.sources, reader.findings);
    }

    private void sources(boolean remoteLabel) {
        String metrics = word("metrics", "", "enabled", "disabled");
        if (metrics.equals("disabled")) {
            return;
        }
        boolean derive = remoteLabel || metrics.equals("enabled");
        String scheme = word("metrics.scheme", "http", "http", "https");
        source(SourceKind.VLLM, derive ? scheme + "://" + host() + ":8000/metrics" : null);
        source(SourceKind.EPP, derive ? scheme + "://" + host() + ":9090/metrics" : null);
    }

    private void source(SourceKind kind, String derived) {
        String key = "metrics." + kind.label() + ".url";
        String explicit = config.get(key);
        String text = explicit == null ? derived : explicit;
        if (text == null || (explicit == null && endpoint.isEmpty())) {
            return;
        }
        Optional<String> objection = objection(text);
        if (objection.isPresent()) {
            String named = explicit == null ? "spec.endpoint" : key;
            String value = explicit == null ? endpoint : explicit;
            findings.add(
                    new ConfigFinding(
                            named, ConfigFinding.shown(value), objection.get(), Optional.of(kind)));
            return;
        }
        URI url = normal(URI.create(text.strip()));
        boolean https = url.getScheme().equals("https");
        Optional<ConfigFinding> refusal = accesses.objection(kind, https);
        if (refusal.isPresent()) {
            findings.add(refusal.get());
            return;
        }
        String pool = config.get("metrics.epp.pool");
        boolean pooled = kind == SourceKind.EPP && pool != null && !pool.isBlank();
        sources.add(
                new Source(
                        new Target(kind, url, accesses.access(https)),
                        pooled ? pool.strip() : null,
                        explicit == null));
    }

    /** The accepted form of what is wrong with a URL; empty when nothing is. */
    private Optional<String> objection(String text) {
        URI url;
        try {
            url = new URI(text.strip());
        } catch (URISyntaxException e) {
            return Optional.of(
                    "an absolute http or https URL, blanks and brackets in it as %20, %5B and %5D");
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            return Optional.of("an absolute URL with scheme http or https");
        }
        if (url.getRawAuthority() != null && url.getRawAuthority().contains("@")) {
            return Optional.of("a URL without user information");
        }
        if (url.getHost() == null || url.getPort() == 0 || url.getPort() > 65_535) {
            return Optional.of("a URL with a host name or address, and a port from 1 to 65535");
        }
        if (url.getRawFragment() != null) {
            return Optional.of("a URL without fragment");
        }
        String host = url.getHost();
        if (!allowedHosts.isEmpty()
                && allowedHosts.stream().noneMatch(allowed -> allowed.matches(host))) {
            return Optional.of(
                    "a host that drover.weights.scrape.allowed-hosts names: " + allowedHosts);
        }
        return Optional.empty();
    }

    /** One spelling for what is the same request, so that it is sent once. */
    private static URI normal(URI url) {
        String path =
                url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        boolean usual = url.getPort() == (scheme.equals("https") ? 443 : 80) || url.getPort() < 0;
        String port = usual ? "" : ":" + url.getPort();
        return URI.create(
                scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + port + path + query);
    }

    private String host() {
        // an IPv6 address needs brackets in a URL
        return endpoint.indexOf(':') >= 0 && !endpoint.startsWith("[")
                ? "[" + endpoint + "]"
                : endpoint;
    }

    private String word(String key, String absent, String... accepted) {
        String value = config.get(key);
        if (value == null) {
            return absent;
        }
        for (String word : accepted) {
            if (word.equals(value.strip())) {
                return word;
            }
        }
        findings.add(
                new ConfigFinding(
                        key,
                        ConfigFinding.shown(value),
                        String.join(" or ", accepted),
                        Optional.empty()));
        return absent;
    }
}
