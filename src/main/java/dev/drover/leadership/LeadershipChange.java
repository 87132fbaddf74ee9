package dev.drover.leadership;

import java.util.Optional;

/**
 * Somebody else leads a flow now, or nobody does.
 *
 * @param leading true when it is this process
 * @param holder identity of the leader, as far as known
 * @param leaseNamespace and {@code leaseName}, {@code leaseUid}: the Lease ({@code
 *     coordination.k8s.io/v1}), for an Event about it; the UID is empty without elections
 */
public record LeadershipChange(
        String flow,
        boolean leading,
        Optional<String> holder,
        String leaseNamespace,
        String leaseName,
        String leaseUid) {}
