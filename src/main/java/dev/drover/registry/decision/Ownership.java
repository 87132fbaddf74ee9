package dev.drover.registry.decision;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.Property;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.mapping.ExternalId;
import dev.drover.registry.mapping.Names;
import dev.drover.registry.mapping.OwnKey;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import java.util.Optional;

/** Whose a record is (spec registry 7.2). What is not provably ours is never written. */
public final class Ownership {
    /** Property by which a record asks for a workload. */
    static final String DEPLOY_FROM = "deployFrom";

    /** Label of workloads that Drover has made. */
    static final String MANAGED_BY = "app.kubernetes.io/managed-by";

    static final String DROVER = "drover";

    private static final String REGISTRY = "registry";

    private Ownership() {}

    /** (a): its external ID names this uid and the record's own model. */
    static boolean isOfUid(RegistryRecord record, WorkloadKind kind, String uid) {
        return identity(record).filter(it -> it.kind() == kind && it.uid().equals(uid)).isPresent();
    }

    /** External ID of a record that Drover, of whatever cluster, has made or adopted. */
    public static Optional<ExternalId> identity(RegistryRecord record) {
        return record.externalId()
                .flatMap(ExternalId::parse)
                .filter(identity -> identity.model().equals(record.model()));
    }

    /** (b): unnamed, and called as another controller with our naming calls its records. */
    static boolean isAdoptable(RegistryRecord record, Workload workload, String environment) {
        return record.environment().equals(environment) && isNamedFor(record, workload);
    }

    /** (b), but for the environment. */
    static boolean isNamedFor(RegistryRecord record, Workload workload) {
        String name = workload.key().name();
        return record.externalId().isEmpty()
                && (record.name().equals(Names.record(name, workload.uid()))
                        || record.name()
                                .equals(Names.record(name, workload.uid(), record.model())));
    }

    /**
     * (c): the record that this workload was made of. It may still carry the identity of an earlier
     * workload of this name in this cluster, which this one takes the place of.
     */
    static boolean isSourceOf(
            RegistryRecord record, Workload workload, String registry, Optional<String> cluster) {
        Optional<String> uid = OwnProperties.of(record.properties()).text(OwnKey.UID);
        boolean itself =
                uid.filter(it -> !it.equals(workload.uid())).isEmpty()
                        && (record.externalId().isEmpty()
                                || isOfUid(record, workload.kind(), workload.uid()));
        return asksForWorkload(record)
                && record.name().equals(workload.key().name())
                && source(workload, registry).filter(record.id()::equals).isPresent()
                && (itself || isFree(record, workload.kind(), workload.key(), cluster));
    }

    /** Id of the record of this registry that Drover made the workload of. */
    static Optional<String> source(Workload workload, String registry) {
        return Optional.ofNullable(workload.annotations().get(Workload.DEPLOYED_FROM))
                .filter(it -> DROVER.equals(workload.labels().get(MANAGED_BY)))
                .filter(it -> it.startsWith(registry + "/"))
                .map(it -> it.substring(registry.length() + 1))
                .filter(Workload::isId);
    }

    /**
     * A workload of this name that is made of the record would be its own: it stands for none yet,
     * or for an earlier one of that name in this cluster.
     */
    static boolean isFree(
            RegistryRecord record, WorkloadKind kind, ObjectKey key, Optional<String> cluster) {
        boolean unclaimed =
                record.externalId().isEmpty()
                        && OwnProperties.of(record.properties()).text(OwnKey.UID).isEmpty();
        return unclaimed
                || cluster.isPresent()
                        && isOf(record, kind, key.namespace(), key.name(), cluster.get());
    }

    /** The registry, not the workload, is asked whether this record's deployment should exist. */
    public static boolean asksForWorkload(RegistryRecord record) {
        return record.properties().get(DEPLOY_FROM) instanceof Property.Text text
                && text.value().equals(REGISTRY);
    }

    /** The workload that the record says it is of; only of a record with our external ID. */
    public static boolean isOf(
            RegistryRecord record,
            WorkloadKind kind,
            String namespace,
            String name,
            String cluster) {
        OwnProperties own = OwnProperties.of(record.properties());
        return identity(record).filter(it -> it.kind() == kind).isPresent()
                && own.text(OwnKey.CLUSTER).filter(cluster::equals).isPresent()
                && own.text(OwnKey.NAMESPACE).filter(namespace::equals).isPresent()
                && own.text(OwnKey.NAME).filter(name::equals).isPresent();
    }
}
