package dev.drover.registry;

import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.registry.api.ModelRegistry;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.Walk;
import dev.drover.registry.decision.KnownRecord;
import dev.drover.registry.decision.Ownership;
import dev.drover.registry.mapping.ExternalId;
import dev.drover.registry.mapping.OwnKey;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.objects.WorkloadKind;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.sweep.OrphanHold;
import dev.drover.registry.sweep.Orphans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks over the records of one registry (spec registry 9.2): fills the view, finds orphans and
 * asks for passes. It writes nothing itself.
 */
final class Sweeper implements Walks.WalkOne {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

    private static final Duration DEPLOY_INTERVAL = Duration.ofSeconds(60);
    private static final long PATIENCE = Duration.ofSeconds(60).toNanos();

    private final Parts parts;
    private final DeployWalk deploys;
    private final SweepState state;
    private final RegistryNews news;
    private final Predicate<String> watched;
    private final Collection<WorkloadKind> kinds;
    private final long madeNanos;

    Sweeper(
            Parts parts,
            DeployWalk deploys,
            SweepState state,
            RegistryNews news,
            Predicate<String> watched,
            Collection<WorkloadKind> kinds) {
        this.parts = parts;
        this.deploys = deploys;
        this.state = state;
        this.news = news;
        this.watched = watched;
        this.kinds = List.copyOf(kinds);
        this.madeNanos = parts.platform().nanos().getAsLong();
    }

    /** Time between walks; records that may ask for workloads are looked at once a minute. */
    static Duration interval(RegistryConfiguration configuration) {
        Duration sweep = configuration.sweep().interval();
        return configuration.deploy().on() && sweep.compareTo(DEPLOY_INTERVAL) > 0
                ? DEPLOY_INTERVAL
                : sweep;
    }

    /**
     * False while nothing may be concluded from workloads that are not known. A kind that may not
     * be read holds the others up for a minute; its own records are nobody's orphans meanwhile.
     */
    boolean ready() {
        boolean all = kinds.stream().map(this::cache).allMatch(it -> it.synced() || it.missing());
        boolean some = kinds.stream().map(this::cache).anyMatch(ResourceCache::synced);
        return (all || some && parts.platform().nanos().getAsLong() - madeNanos > PATIENCE)
                && parts.cluster().get().isPresent();
    }

    @Override
    public Walk walk(String id) {
        long start = parts.platform().nanos().getAsLong();
        Walk walk =
                parts.registries()
                        .find(id)
                        .map(registry -> walk(registry))
                        .orElseGet(
                                () ->
                                        new Walk(
                                                Walk.Extent.FAILED,
                                                0,
                                                Optional.empty(),
                                                Optional.empty()));
        if (walk.extent() == Walk.Extent.COMPLETE) {
            parts.view().retainSeenSince(id, start);
        }
        walk.unreadableAfter()
                .ifPresent(after -> LOG.warn("unreadable record after id {} in {}", after, id));
        conclude(id, walk, start);
        deploys.walked(id, walk);
        return walk;
    }

    @Override
    public void follow(String id, Walk walk) {
        if (walk.extent() != Walk.Extent.FAILED) {
            passes(id); // else nothing was learned, and the next walk is not far away
        }
    }

    private Walk walk(ModelRegistry registry) {
        long term = parts.memories().term();
        return registry.walk(
                record -> {
                    if (parts.memories().term() == term) { // else somebody else may write now
                        parts.view().put(registry.id(), record);
                    }
                });
    }

    private void conclude(String id, Walk walk, long start) {
        long now = parts.platform().nanos().getAsLong();
        Optional<SweepState.Last> before = state.of(id);
        OrphanHold hold = before.map(SweepState.Last::hold).orElse(OrphanHold.NONE);
        Orphans orphans =
                new Orphans(parts.cluster().get().orElse(""), watched, new CachedWorkloads());
        List<RegistryRecord> all = parts.view().all(id);
        if (walk.extent() != Walk.Extent.FAILED) {
            hold = judge(id, orphans, all, hold, now);
        }
        long deployed = orphans.deployed(all);
        long ours = all.stream().filter(orphans::isOfThisCluster).count();
        state.walked(
                id,
                new SweepState.Last(
                        walk.extent() == Walk.Extent.COMPLETE
                                ? Optional.of(parts.platform().clock().instant())
                                : before.flatMap(SweepState.Last::succeeded),
                        Duration.ofNanos(now - start),
                        walk,
                        deployed,
                        ours - deployed,
                        hold));
    }

    private OrphanHold judge(
            String id, Orphans orphans, List<RegistryRecord> all, OrphanHold before, long now) {
        RegistryConfiguration configuration = parts.platform().configuration().get();
        List<RegistryRecord> found = new ArrayList<>();
        for (RegistryRecord record : all) {
            boolean registrysOwn = configuration.deploy().on() && Ownership.asksForWorkload(record);
            if (!registrysOwn && orphans.isOrphan(record)) {
                found.add(record);
            }
        }
        long deployed = orphans.deployed(all);
        Set<String> ids =
                found.stream().map(RegistryRecord::id).collect(Collectors.toUnmodifiableSet());
        long most =
                missesAll(found)
                        ? 0
                        : OrphanHold.most(deployed, configuration.sweep().limitPercent());
        OrphanHold hold = before.after(ids, most, now);
        if (hold.releases(now, configuration.sweep().interval())) {
            release(id, found);
            return OrphanHold.NONE;
        }
        if (hold.walks() == 1) {
            String text =
                    "sweep of %s holds back %d of %d records".formatted(id, found.size(), deployed);
            LOG.warn("{}", text);
            news.tell(id, Notice.Type.WARNING, "SweepHeld", text);
        }
        return hold;
    }

    /** Of some kind no workload is known at all, which may be the cache's fault. */
    private boolean missesAll(List<RegistryRecord> orphans) {
        return orphans.stream()
                .flatMap(it -> Ownership.identity(it).stream())
                .map(ExternalId::kind)
                .distinct()
                .anyMatch(kind -> cache(kind).list().isEmpty());
    }

    private void release(String id, List<RegistryRecord> found) {
        Map<Memories.Subject, List<KnownRecord>> bySubject = new HashMap<>();
        for (RegistryRecord record : found) {
            bySubject
                    .computeIfAbsent(subject(record), absent -> new ArrayList<>())
                    .add(new KnownRecord(id, record));
        }
        bySubject.forEach(
                (subject, records) -> {
                    parts.walks().release(subject, records);
                    parts.queues()
                            .enqueue(
                                    subject.kind(), List.of(subject.key()), "sweep", Duration.ZERO);
                });
    }

    /** Orphans have all of it. */
    private static Memories.Subject subject(RegistryRecord record) {
        OwnProperties own = OwnProperties.of(record.properties());
        ExternalId identity = Ownership.identity(record).orElseThrow();
        return new Memories.Subject(
                identity.kind(),
                new ObjectKey(
                        own.text(OwnKey.NAMESPACE).orElseThrow(),
                        own.text(OwnKey.NAME).orElseThrow()));
    }

    /** Each living workload that may be of this registry: the view says what it needs. */
    private void passes(String id) {
        for (WorkloadKind kind : kinds) {
            List<ObjectKey> keys =
                    cache(kind).list().stream()
                            .map(ObjectKey::of)
                            .filter(key -> isOf(id, new Memories.Subject(kind, key)))
                            .toList();
            parts.queues().enqueue(kind, keys, "sweep", Duration.ZERO);
        }
    }

    private boolean isOf(String id, Memories.Subject subject) {
        String registry = parts.memories().of(subject).registry();
        return registry.isEmpty() || registry.equals(id);
    }

    private ResourceCache cache(WorkloadKind kind) {
        return parts.platform().caches().apply(kind.resource());
    }

    private final class CachedWorkloads implements Orphans.Alive {
        private final List<WorkloadKind> known =
                kinds.stream().filter(kind -> cache(kind).synced()).toList();

        @Override
        public boolean knows(WorkloadKind kind) {
            return known.contains(kind);
        }

        @Override
        public boolean has(WorkloadKind kind, String namespace, String name, String uid) {
            return cache(kind)
                    .get(new ObjectKey(namespace, name))
                    .filter(object -> uid.equals(object.getMetadata().getUid()))
                    .isPresent();
        }
    }
}
