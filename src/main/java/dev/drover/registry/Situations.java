package dev.drover.registry;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.decision.KnownRecord;
import dev.drover.registry.decision.Ownership;
import dev.drover.registry.decision.Resolution;
import dev.drover.registry.decision.Situation;
import dev.drover.registry.discovery.RegistryReference;
import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.view.References.Kind;
import dev.drover.registry.view.References.Reference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Collects what a decision about a workload depends on. Reads memory only. */
final class Situations {
    private final Parts parts;

    Situations(Parts parts) {
        this.parts = parts;
    }

    /**
     * @param present the workload as it is; empty when it is gone
     * @param last its last known state, which may be unknown too
     */
    Situation of(Memories.Subject subject, Optional<Workload> present, Optional<Workload> last) {
        Memories.Entry entry = parts.memories().of(subject);
        Optional<Workload> workload = present.or(() -> last).or(entry::workload);
        String uid = workload.map(Workload::uid).orElse("");
        RegistryConfiguration configuration = parts.platform().configuration().get();
        Resolution resolution =
                workload.map(this::resolve).orElse(Resolution.failed("RegistryNotFound", ""));
        List<KnownRecord> view = view(subject, uid, configuration);
        boolean known = entry.uid().equals(uid);
        References references = references(workload, resolution.registry(), view);
        return new Situation(
                subject.kind(),
                subject.key(),
                workload,
                present.isEmpty(),
                resolution,
                present.isEmpty() ? ofUid(view, uid) : view,
                parts.walks().released(subject),
                parts.requests().of(subject, present, workload),
                references.archived(),
                references.due(),
                known ? entry.memory() : dev.drover.registry.decision.Memory.empty(),
                parts.platform().ledger().of(subject.key(), uid).lastFailure(),
                configuration,
                parts.cluster().get(),
                parts.platform().clock().instant(),
                parts.platform().nanos().getAsLong());
    }

    private List<KnownRecord> view(
            Memories.Subject subject, String uid, RegistryConfiguration configuration) {
        Duration longest = configuration.sweep().interval().multipliedBy(2);
        Optional<String> cluster = parts.cluster().get();
        ObjectKey key = subject.key();
        return parts.view().of(subject.kind().kind(), key, uid, longest).stream()
                .filter(
                        it ->
                                isOfUid(it.record(), uid)
                                        || cluster.isPresent()
                                                && Ownership.isOf(
                                                        it.record(),
                                                        subject.kind(),
                                                        key.namespace(),
                                                        key.name(),
                                                        cluster.get()))
                .toList();
    }

    /** Of what is gone: records of its uid only, the others are for sweeps to judge. */
    private static List<KnownRecord> ofUid(List<KnownRecord> view, String uid) {
        return view.stream().filter(it -> isOfUid(it.record(), uid)).toList();
    }

    private static boolean isOfUid(RegistryRecord record, String uid) {
        return Ownership.identity(record).filter(it -> it.uid().equals(uid)).isPresent();
    }

    Resolution resolve(Workload workload) {
        DomainKeys keys = new DomainKeys(parts.platform().configuration().get().domain().prefix());
        dev.drover.registry.discovery.Resolution resolution =
                parts.directory()
                        .get()
                        .resolve(
                                new RegistryReference(
                                        Optional.ofNullable(workload.annotations().get(keys.url()))
                                                .filter(it -> !it.isBlank()),
                                        workload.label(keys.namespace()),
                                        workload.label(keys.name())));
        if (resolution instanceof dev.drover.registry.discovery.Resolution.Resolved resolved) {
            return Resolution.of(resolved.registry().id());
        }
        var unresolved = (dev.drover.registry.discovery.Resolution.Unresolved) resolution;
        return Resolution.failed(unresolved.problem().word(), unresolved.message());
    }

    private record References(Optional<Boolean> archived, boolean due) {}

    private References references(
            Optional<Workload> workload, String registry, List<KnownRecord> view) {
        if (registry.isEmpty() || workload.isEmpty()) {
            return new References(Optional.empty(), false);
        }
        DomainKeys keys = new DomainKeys(parts.platform().configuration().get().domain().prefix());
        Optional<String> model =
                workload.get()
                        .label(keys.model())
                        .or(() -> workload.get().facts().map(Facts::model))
                        .filter(Workload::isId);
        Optional<String> version =
                workload.get()
                        .label(keys.version())
                        .or(() -> version(view, registry, workload.get().uid()))
                        .filter(Workload::isId);
        boolean modelDue = isDue(registry, Kind.MODEL, model); // asking gives each its time
        boolean versionDue = isDue(registry, Kind.VERSION, version);
        boolean due = modelDue || versionDue;
        return new References(parts.references().archived(registry, model, version), due);
    }

    private static Optional<String> version(List<KnownRecord> view, String registry, String uid) {
        return view.stream()
                .filter(it -> it.registry().equals(registry) && isOfUid(it.record(), uid))
                .findFirst()
                .flatMap(it -> it.record().version());
    }

    private boolean isDue(String registry, Kind kind, Optional<String> id) {
        return id.filter(it -> parts.references().isDue(new Reference(registry, kind, it)))
                .isPresent();
    }
}
