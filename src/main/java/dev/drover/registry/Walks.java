package dev.drover.registry;

import dev.drover.registry.api.Walk;
import dev.drover.registry.decision.KnownRecord;
import dev.drover.registry.sweep.WalkSchedule;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The walks over all records of each registry: which are due, which have begun, what the last ones
 * came to. Thread-safe.
 */
final class Walks {
    /**
     * A walk that came to nothing is tried again this soon: what it would have found is mended
     * within a minute of the registry's return, jitter and the flow's clock included.
     */
    private static final Duration RETRY = Duration.ofSeconds(45);

    /** A registry may need minutes for all its pages; nobody's news should wait for that. */
    private static final long PATIENCE = Duration.ofMinutes(2).toNanos();

    private final WalkSchedule schedule;
    private final Supplier<Duration> interval;
    private final LongSupplier nanos;
    private final AtomicLong term = new AtomicLong();
    private final Map<String, Long> awaited = new ConcurrentHashMap<>();
    private final Set<String> walked = ConcurrentHashMap.newKeySet();
    private final Map<Memories.Subject, List<KnownRecord>> released = new ConcurrentHashMap<>();

    Walks(Supplier<Duration> interval, LongSupplier nanos) {
        this.schedule = new WalkSchedule(nanos, () -> ThreadLocalRandom.current().nextDouble());
        this.interval = interval;
        this.nanos = nanos;
    }

    /** Starts what is due of these. */
    void start(Collection<String> registries, Executor executor, WalkOne walk) {
        for (String registry : schedule.begin(registries)) {
            executor.execute(() -> walkOne(registry, walk));
        }
    }

    /** One walk; must not throw for what the registry does. */
    interface WalkOne {
        Walk walk(String registry);

        /** The walk is over, and nobody waits for it any more. */
        void follow(String registry, Walk walk);
    }

    private void walkOne(String registry, WalkOne one) {
        long begun = term.get();
        Optional<Walk> walk = Optional.empty();
        try {
            walk = Optional.of(one.walk(registry));
        } finally {
            boolean still = begun == term.get();
            if (still) {
                walked.add(registry);
            } else {
                walk = Optional.empty(); // the next term begins with a walk of its own
            }
            boolean failed = walk.filter(it -> it.extent() != Walk.Extent.FAILED).isEmpty();
            Duration pause = interval.get();
            Duration next = failed && pause.compareTo(RETRY) > 0 ? RETRY : pause;
            schedule.ended(registry, still ? next : Duration.ZERO);
        }
        walk.ifPresent(it -> one.follow(registry, it));
    }

    /** True until the first walk of the registry, good or bad, is over or takes too long. */
    boolean isAwaited(String registry) {
        long now = nanos.getAsLong();
        return !walked.contains(registry)
                && now - awaited.computeIfAbsent(registry, first -> now) < PATIENCE;
    }

    /** Behind its address there is another registry now: it begins with a walk. */
    void renew(String registry) {
        walked.remove(registry);
        awaited.remove(registry);
        schedule.hurry(registry);
    }

    /** The registry answers again. */
    void hurry(String registry) {
        schedule.hurry(registry);
    }

    /** These records of the workload may be closed though nobody saw it go. */
    void release(Memories.Subject subject, List<KnownRecord> orphans) {
        released.put(subject, List.copyOf(orphans));
    }

    List<KnownRecord> released(Memories.Subject subject) {
        return released.getOrDefault(subject, List.of());
    }

    /** Workloads with records that may be closed, and that no pass has dealt with yet. */
    Set<Memories.Subject> released() {
        return Set.copyOf(released.keySet());
    }

    /** A pass has dealt with them. */
    void done(Memories.Subject subject) {
        released.remove(subject);
    }

    /** Leadership is lost. */
    void clear() {
        term.incrementAndGet();
        walked.clear();
        awaited.clear();
        released.clear();
        schedule.clear();
    }
}
