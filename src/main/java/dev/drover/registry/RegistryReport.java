package dev.drover.registry;

import dev.drover.registry.client.RegistryStatus;
import dev.drover.registry.discovery.Registry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * How registries are, for the readiness check and the status page. The check is UP whatever they
 * do, since a pod that restarts mends no registry.
 */
final class RegistryReport {
    private final Directories directories;
    private final Supplier<List<RegistryStatus>> statuses;
    private final SweepState sweeps;
    private final ClusterIdentity cluster;

    RegistryReport(
            Directories directories,
            Supplier<List<RegistryStatus>> statuses,
            SweepState sweeps,
            ClusterIdentity cluster) {
        this.directories = directories;
        this.statuses = statuses;
        this.sweeps = sweeps;
        this.cluster = cluster;
    }

    /** One entry a registry, and the cluster's identity. */
    Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("cluster", cluster.known().orElse("unknown: sweeps are off"));
        if (directories.blind()) {
            details.put("services", "not listed: only registries of the configuration are known");
        }
        Map<String, String> told =
                statuses.get().stream()
                        .collect(Collectors.toMap(RegistryStatus::id, RegistryReport::told));
        for (Registry registry : directories.get().registries()) {
            details.put(
                    registry.id(),
                    registry.baseUrl()
                            + told.getOrDefault(registry.id(), ", not asked by this process")
                            + walked(registry.id()));
        }
        directories.get().troubles().forEach(details::put);
        return details;
    }

    private static String told(RegistryStatus registry) {
        StringBuilder text = new StringBuilder(", breaker ").append(registry.breaker());
        registry.outage()
                .ifPresent(
                        outage ->
                                text.append(", unavailable for ")
                                        .append(RegistryNews.words(outage)));
        registry.lastFailure()
                .ifPresent(
                        last ->
                                text.append(", last failure ")
                                        .append(RegistryNews.words(last.ago()))
                                        .append(" ago (")
                                        .append(last.text())
                                        .append(')'));
        return text.toString();
    }

    private String walked(String registry) {
        return sweeps.of(registry)
                .map(
                        last ->
                                ", last walk %s, %d records of ours%s"
                                        .formatted(
                                                last.walk().extent(),
                                                last.deployed() + last.undeployed(),
                                                held(last)))
                .orElse(", not walked yet");
    }

    private static String held(SweepState.Last last) {
        int held = last.hold().suspects().size();
        return held == 0 ? "" : ", " + held + " orphans held back";
    }
}
