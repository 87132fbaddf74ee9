package dev.drover.registry.view;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Environment;
import dev.drover.registry.api.LifeState;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Environments, models and versions as last read. For a minute they answer instead of the registry;
 * longer, whether one is archived is remembered. Absences are not kept. Each model and version that
 * a workload refers to is due to be read once an hour; the first times are spread over the hour.
 * Thread-safe, no I/O.
 */
public final class References {
    private static final long FRESH = Duration.ofSeconds(60).toNanos();
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final long SLOWLY = Duration.ofMinutes(5).toNanos();

    private final LongSupplier nanos;
    private final DoubleSupplier random;
    private final Map<Reference, Known> known = new HashMap<>(); // guarded by this

    /** What of. */
    public enum Kind {
        ENVIRONMENT,
        MODEL,
        VERSION
    }

    /**
     * One of them.
     *
     * @param id the name of an environment, the id of the others
     */
    public record Reference(String registry, Kind kind, String id) {}

    /**
     * @param value empty until it was read
     * @param askedNanos when somebody was last asked to read it
     */
    private record Known(Optional<Object> value, long readNanos, long dueNanos, long askedNanos) {
        static Known read(Optional<Object> value, long now, long dueNanos) {
            return new Known(value, now, dueNanos, now - SLOWLY);
        }

        Known dueAt(long time) {
            return new Known(value, readNanos, time, askedNanos);
        }

        Known askedAt(long time) {
            return new Known(value, readNanos, dueNanos, time);
        }
    }

    /**
     * @param nanos monotonic clock
     * @param random 0 to 1
     */
    public References(LongSupplier nanos, DoubleSupplier random) {
        this.nanos = nanos;
        this.random = random;
    }

    public Optional<Environment> environment(String registry, String name) {
        return fresh(new Reference(registry, Kind.ENVIRONMENT, name), Environment.class);
    }

    public Optional<Model> model(String registry, String id) {
        return fresh(new Reference(registry, Kind.MODEL, id), Model.class);
    }

    public Optional<Version> version(String registry, String id) {
        return fresh(new Reference(registry, Kind.VERSION, id), Version.class);
    }

    private synchronized <T> Optional<T> fresh(Reference reference, Class<T> type) {
        Known entry = known.get(reference);
        return entry == null || nanos.getAsLong() - entry.readNanos() >= FRESH
                ? Optional.empty()
                : entry.value().map(type::cast);
    }

    /**
     * Takes an answer over; after a failure it is due again in five minutes.
     *
     * @return true when whether it is archived has changed
     */
    public synchronized boolean read(Reference reference, Answer<?> answer) {
        long now = nanos.getAsLong();
        if (answer.failure().isPresent()) {
            known.computeIfPresent(
                    reference,
                    (id, entry) -> now - entry.dueNanos() < 0 ? entry : entry.dueAt(now + SLOWLY));
            return false;
        }
        Known before = known.get(reference);
        Optional<Object> value = answer.value().map(Object.class::cast);
        known.put(reference, Known.read(value, now, now + HOUR));
        return before != null
                && before.value().isPresent()
                && !archived(before.value()).equals(archived(value));
    }

    /** An environment that was made. */
    public void made(String registry, Environment environment) {
        read(
                new Reference(registry, Kind.ENVIRONMENT, environment.name()),
                new Answer.Found<>(environment));
    }

    /** The registry did not know it when it was used. */
    public synchronized void forgetEnvironments(String registry) {
        known.keySet()
                .removeIf(it -> it.registry().equals(registry) && it.kind() == Kind.ENVIRONMENT);
    }

    /** The registry is not allowed any more. */
    public synchronized void forget(String registry) {
        known.keySet().removeIf(it -> it.registry().equals(registry));
    }

    /** Leadership is lost. */
    public synchronized void clear() {
        known.clear();
    }

    /** True when this should be read now; one that was never heard of gets its time. */
    public synchronized boolean isDue(Reference reference) {
        long now = nanos.getAsLong();
        Known entry =
                known.computeIfAbsent(
                        reference,
                        absent ->
                                Known.read(
                                        Optional.empty(),
                                        now - HOUR,
                                        now + (long) (HOUR * random.getAsDouble())));
        return now - entry.dueNanos() >= 0;
    }

    /**
     * Models and versions that somebody should be asked to read now; each again after five minutes
     * if it still was not read.
     */
    public synchronized List<Reference> due() {
        long now = nanos.getAsLong();
        List<Reference> due = new ArrayList<>();
        known.replaceAll(
                (reference, entry) -> {
                    boolean asks =
                            reference.kind() != Kind.ENVIRONMENT
                                    && now - entry.dueNanos() >= 0
                                    && now - entry.askedNanos() >= SLOWLY;
                    if (!asks) {
                        return entry;
                    }
                    due.add(reference);
                    return entry.askedAt(now);
                });
        return due;
    }

    /** Nobody refers to it any more. */
    public synchronized void drop(Reference reference) {
        known.remove(reference);
    }

    /** Whether the model, or the version if there is one, is archived; empty = not known. */
    public synchronized Optional<Boolean> archived(
            String registry, Optional<String> model, Optional<String> version) {
        Optional<Boolean> ofModel = model.flatMap(it -> last(registry, Kind.MODEL, it));
        Optional<Boolean> ofVersion = version.flatMap(it -> last(registry, Kind.VERSION, it));
        if (ofModel.orElse(false) || ofVersion.orElse(false)) {
            return Optional.of(true);
        }
        return version.isPresent() && ofVersion.isEmpty() ? Optional.empty() : ofModel;
    }

    private Optional<Boolean> last(String registry, Kind kind, String id) {
        Known entry = known.get(new Reference(registry, kind, id));
        return entry == null ? Optional.empty() : archived(entry.value());
    }

    private static Optional<Boolean> archived(Optional<Object> value) {
        return value.map(References::isArchived);
    }

    private static boolean isArchived(Object value) {
        return value instanceof Model model
                ? model.state() == LifeState.ARCHIVED
                : value instanceof Version version && version.state() == LifeState.ARCHIVED;
    }
}
