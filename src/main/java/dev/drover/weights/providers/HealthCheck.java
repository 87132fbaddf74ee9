package dev.drover.weights.providers;

import dev.drover.config.KeyType;
import dev.drover.weights.health.Probe;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import dev.drover.weights.settings.WeightsConfiguration;
import dev.drover.weights.settings.WeightsKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The health check of one ref, as the keys {@code healthCheck*} of its provider's and its own
 * configuration want it (spec weights 2.2).
 *
 * @param probe what is probed; empty without a health check
 * @param findings keys that cannot be used; what {@code drover.weights.health.*} says counts
 *     instead
 */
public record HealthCheck(Optional<Probe> probe, List<ConfigFinding> findings) {
    private static final String ENABLED = "enabled";

    public HealthCheck {
        findings = List.copyOf(findings);
    }

    /** Reads the configuration; pure, never fails. */
    public static HealthCheck of(
            ProviderRef ref, ExternalProvider provider, WeightsConfiguration configuration) {
        Map<String, String> config = ref.configOver(provider.config());
        if (!ENABLED.equals(config.get("healthCheck"))) {
            return new HealthCheck(Optional.empty(), List.of());
        }
        if (configuration.cloudProviders().contains(provider.label())) {
            return new HealthCheck(
                    Optional.empty(), List.of(ConfigFinding.healthCheckIgnored(provider.label())));
        }
        if (provider.endpoint().isEmpty()) {
            return new HealthCheck(Optional.empty(), List.of(noEndpoint()));
        }
        WeightsConfiguration.Health defaults = configuration.health();
        Overrides overrides = new Overrides(config, new ArrayList<>());
        Probe probe =
                new Probe(
                        provider.endpoint(),
                        overrides.get("port", WeightsKeys.PROBE_PORT, defaults.port()),
                        overrides.get("interval", WeightsKeys.PROBE_INTERVAL, defaults.interval()),
                        overrides.get("timeout", WeightsKeys.PROBE_TIMEOUT, defaults.timeout()),
                        overrides.get(
                                "failureThreshold",
                                WeightsKeys.PROBE_THRESHOLD,
                                defaults.failureThreshold()),
                        overrides.get(
                                "successThreshold",
                                WeightsKeys.PROBE_THRESHOLD,
                                defaults.successThreshold()));
        return new HealthCheck(Optional.of(probe), overrides.findings());
    }

    private static ConfigFinding noEndpoint() {
        return new ConfigFinding("spec.endpoint", "", "a host name to probe", Optional.empty());
    }

    private record Overrides(Map<String, String> config, List<ConfigFinding> findings) {
        <T> T get(String name, KeyType<T> type, T otherwise) {
            String full = "healthCheck." + name;
            String text = config.get(full);
            if (text == null) {
                return otherwise;
            }
            try {
                return type.reader().apply(text.strip());
            } catch (IllegalArgumentException e) {
                findings.add(
                        new ConfigFinding(
                                full,
                                ConfigFinding.shown(text),
                                type.name() + ", " + type.accepted(),
                                Optional.empty()));
                return otherwise;
            }
        }
    }
}
