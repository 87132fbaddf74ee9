package dev.drover.registry;

import dev.drover.registry.discovery.Registry;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How registries are, for the readiness check: it is UP whatever they do, since a pod that restarts
 * mends no registry.
 */
final class RegistryReport {
    private final Directories directories;
    private final SweepState sweeps;
    private final ClusterIdentity cluster;

    RegistryReport(Directories directories, SweepState sweeps, ClusterIdentity cluster) {
        this.directories = directories;
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
        for (Registry registry : directories.get().registries()) {
            details.put(registry.id(), registry.baseUrl() + walked(registry.id()));
        }
        directories.get().troubles().forEach(details::put);
        return details;
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
