package dev.drover.registry.sweep;

import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.decision.Ownership;
import dev.drover.registry.mapping.OwnKey;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.objects.WorkloadKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds records that say DEPLOYED of a workload nobody knows (spec registry 9.2). Pure.
 *
 * @param cluster this cluster's identity; a record of another, or of none, is never an orphan
 * @param watched whether workloads of this namespace would be known
 * @param alive whether a workload of this kind and uid is known
 */
public record Orphans(String cluster, Predicate<String> watched, Alive alive) {

    /** The workload cache, as far as orphans are concerned. */
    public interface Alive {
        /** False while the cache proves nothing: not synced, or the kind is not watched. */
        boolean knows(WorkloadKind kind);

        boolean has(WorkloadKind kind, String namespace, String name, String uid);
    }

    /** True when the record is one. */
    public boolean isOrphan(RegistryRecord record) {
        return record.state() == DesiredState.DEPLOYED
                && isOfThisCluster(record)
                && Ownership.identity(record)
                        .filter(identity -> alive.knows(identity.kind()))
                        .filter(identity -> isMissing(record, identity.kind(), identity.uid()))
                        .isPresent();
    }

    private boolean isMissing(RegistryRecord record, WorkloadKind kind, String uid) {
        OwnProperties own = OwnProperties.of(record.properties());
        Optional<String> namespace = own.text(OwnKey.NAMESPACE);
        Optional<String> name = own.text(OwnKey.NAME);
        return namespace.isPresent()
                && name.isPresent()
                && watched.test(namespace.get())
                && !alive.has(kind, namespace.get(), name.get(), uid);
    }

    /** True for a record that a Drover of this cluster has made or adopted. */
    public boolean isOfThisCluster(RegistryRecord record) {
        return Ownership.identity(record).isPresent()
                && OwnProperties.of(record.properties())
                        .text(OwnKey.CLUSTER)
                        .filter(cluster::equals)
                        .isPresent();
    }

    /** How many of these are of this cluster and say DEPLOYED. */
    public long deployed(List<RegistryRecord> records) {
        return records.stream()
                .filter(it -> it.state() == DesiredState.DEPLOYED)
                .filter(this::isOfThisCluster)
                .count();
    }
}
