package dev.drover.leadership;

import java.util.List;
import java.util.Optional;

/**
 * Who runs for what.
 *
 * @param flows that run in this process; each has a Lease {@code drover-<flow>[-<shard>]}
 * @param namespace of the Leases
 * @param shard suffix of the Leases' names, if this process serves a part of the objects only
 * @param elections false = no Lease is read or written, this process always leads
 * @param identity under which Leases are held, see {@link LeaseIdentity}
 * @param timings of all Leases
 */
public record LeadershipSettings(
        List<String> flows,
        String namespace,
        Optional<String> shard,
        boolean elections,
        String identity,
        LeaseTimings timings) {
    public LeadershipSettings {
        flows = List.copyOf(flows);
    }

    /** {@code drover-<flow>[-<shard>]}; never renamed, an upgrade depends on it. */
    public String leaseName(String flow) {
        return "drover-" + flow + shard.map(s -> "-" + s).orElse("");
    }
}
