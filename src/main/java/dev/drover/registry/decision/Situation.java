package dev.drover.registry.decision;

import dev.drover.intents.Ledger;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import dev.drover.registry.settings.LinkLabels;
import dev.drover.registry.settings.LinkTarget;
import dev.drover.registry.settings.RegistryConfiguration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything a decision depends on that needs no read.
 *
 * @param workload as cached; of one that is gone the last known state, if any
 * @param gone the object exists no more
 * @param view known records of this workload's uid, and of its kind, namespace and name in this
 *     cluster, whatever their uid
 * @param orphans which of the view may be closed though nobody saw the deletion (9.2)
 * @param request the record that says whether a workload of this name should be
 * @param archived whether model or version is archived, as last read; empty when never read
 * @param referencesDue model and version are to be read, though nothing changed
 * @param refusal the last write about it that the API server did not take
 * @param cluster identity of this cluster; empty when it is not known
 * @param now date
 * @param nowNanos monotonic
 */
public record Situation(
        WorkloadKind kind,
        ObjectKey key,
        Optional<Workload> workload,
        boolean gone,
        Resolution resolution,
        List<KnownRecord> view,
        List<KnownRecord> orphans,
        Optional<DeployRequest> request,
        Optional<Boolean> archived,
        boolean referencesDue,
        Memory memory,
        Optional<Ledger.Failure> refusal,
        RegistryConfiguration configuration,
        Optional<String> cluster,
        Instant now,
        long nowNanos) {
    public Situation {
        view = List.copyOf(view);
        orphans = List.copyOf(orphans);
    }

    DomainKeys keys() {
        return new DomainKeys(configuration.domain().prefix());
    }

    /** Only where there is a workload; rows that need none come first. */
    Workload object() {
        return workload.orElseThrow();
    }

    String registry() {
        return resolution.registry();
    }

    /** M: the registered model that the user asks for. */
    Optional<String> modelLabel() {
        return object().label(keys().model());
    }

    /** V. */
    Optional<String> versionLabel() {
        return object().label(keys().version());
    }

    /** L, wherever it is kept; a malformed one counts as absent. */
    Optional<String> link() {
        Optional<String> label = object().label(keys().link()).filter(Workload::isId);
        return label.isPresent() || !linksInAnnotation()
                ? label
                : facts().map(Facts::record).filter(Workload::isId);
    }

    /** The registry that is asked about it; empty = none, as far as is known. */
    public String asks() {
        return resolution.resolved()
                ? registry()
                : Stream.concat(own().stream(), orphans.stream())
                        .map(KnownRecord::registry)
                        .findFirst()
                        .orElse("");
    }

    /** Properties that its record should have, as far as the workload tells them. */
    public Optional<OwnProperties> wanted() {
        return workload.filter(it -> !gone)
                .filter(it -> resolution.resolved())
                .map(it -> RecordUpdate.wanted(this).properties());
    }

    /** It is being deleted, and what Drover takes off it, or may take off it, keeps it there. */
    public boolean isHeldUp() {
        return !gone
                && workload.filter(Workload::terminating).isPresent()
                && (object().hasFinalizer()
                        || configuration.deletion().clearForeignFinalizers()
                                && !new Finalizers(this).foreign().isEmpty());
    }

    /** It names a record, ours or not. */
    public boolean isLinked() {
        return workload.isPresent() && resolution.resolved() && link().isPresent();
    }

    Optional<Facts> facts() {
        return object().facts();
    }

    /** What the last read said of M and V as they are labelled now; empty = nothing bad. */
    String knownToBeBad() {
        return memory.badReference()
                .filter(
                        bad ->
                                bad.registry().equals(registry())
                                        && bad.model().equals(modelLabel().orElse(""))
                                        && bad.version().equals(versionLabel().orElse("")))
                .map(Memory.BadReference::what)
                .orElse("");
    }

    /** Name of the environment that its record belongs to. */
    String environment() {
        return configuration.environment().name(key.namespace(), cluster.orElse("unknown"));
    }

    /** The link is kept in the annotation only. */
    boolean linksInAnnotation() {
        return configuration.linking().target() == LinkTarget.ANNOTATION;
    }

    /** M and V are removed with the link that they led to. */
    boolean strips() {
        return configuration.linking().labels() == LinkLabels.STRIP;
    }

    /** The registry, and not the workload, says whether this record's deployment exists. */
    boolean isRegistrysOwn(RegistryRecord record) {
        return configuration.deploy().on() && Ownership.asksForWorkload(record);
    }

    /** Known records of this very workload. */
    List<KnownRecord> own() {
        String uid = workload.map(Workload::uid).orElse("");
        return view.stream().filter(known -> Ownership.isOfUid(known.record(), kind, uid)).toList();
    }

    /** {@code registry/record}, for the memory of missing links. */
    String linkOf(String record) {
        return registry() + "/" + record;
    }
}
