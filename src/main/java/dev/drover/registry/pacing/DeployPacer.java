package dev.drover.registry.pacing;

import dev.drover.registry.decision.Turn;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How often the reverse direction may act: creates, deletes and corrections together so many a
 * minute, three creates of one record an hour, and three corrections an hour towards one form of
 * it. A turn counts from when it is given, so that passes side by side cannot take the same one;
 * who does not use it gives it back. Thread-safe, no I/O.
 */
public final class DeployPacer {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final int AN_HOUR = 3;

    private final IntSupplier rate;
    private final LongSupplier nanos;
    private final Deque<Act> acts = new ArrayDeque<>(); // guarded by this
    private final Map<String, Act> held = new HashMap<>(); // by record; guarded by this
    private final Map<String, Deque<Long>> creates = new LinkedHashMap<>(); // guarded by this
    private final Map<String, Patches> patches = new LinkedHashMap<>(); // guarded by this

    /** Not a record: two of one time are two. */
    private static final class Act {
        private final long atNanos;

        Act(long atNanos) {
            this.atNanos = atNanos;
        }
    }

    private record Patches(String form, Deque<Long> times) {}

    /**
     * @param rate acts a minute; asked each time
     * @param nanos monotonic clock
     */
    public DeployPacer(IntSupplier rate, LongSupplier nanos) {
        this.rate = rate;
        this.nanos = nanos;
    }

    /**
     * Whether a workload may be made of this record now; not at all when that happens too often.
     */
    public synchronized Turn create(String record) {
        return isFull(creates.getOrDefault(record, new ArrayDeque<>()))
                ? new Turn(Optional.empty())
                : act(record);
    }

    /** Whether its workload may be deleted now. */
    public synchronized Turn delete(String record) {
        return act(record);
    }

    /**
     * Whether its workload may be given this form now; not at all when that was done too often. A
     * form that the record asks for since is a new order, and starts anew.
     */
    public synchronized Turn patch(String record, String form) {
        Patches before = patches.get(record);
        if (before == null || !before.form().equals(form)) {
            patches.put(record, new Patches(form, new ArrayDeque<>()));
        }
        return isFull(patches.get(record).times()) ? new Turn(Optional.empty()) : act(record);
    }

    public synchronized void created(String record) {
        creates.values().removeIf(this::isOver);
        creates.computeIfAbsent(record, absent -> new ArrayDeque<>()).addLast(nanos.getAsLong());
        held.remove(record);
    }

    public synchronized void deleted(String record) {
        held.remove(record);
    }

    public synchronized void patched(String record) {
        Patches mine = patches.get(record);
        if (mine != null) {
            mine.times().addLast(nanos.getAsLong());
        }
        patches.values().removeIf(it -> isOver(it.times()));
        held.remove(record);
    }

    /** The turn was not used, if there was one. */
    public synchronized void over(String record) {
        Act unused = held.remove(record);
        if (unused != null) {
            acts.remove(unused);
        }
    }

    private Turn act(String record) {
        long now = nanos.getAsLong();
        while (!acts.isEmpty() && now - acts.getFirst().atNanos >= MINUTE) {
            held.values().remove(acts.removeFirst());
        }
        if (!held.containsKey(record)) {
            if (acts.size() >= rate.getAsInt()) {
                return new Turn(
                        Optional.of(Duration.ofNanos(acts.getFirst().atNanos + MINUTE - now)));
            }
            Act act = new Act(now);
            acts.addLast(act);
            held.put(record, act);
        }
        return Turn.NOW;
    }

    private boolean isFull(Deque<Long> times) {
        forgetOld(times);
        return times.size() >= AN_HOUR;
    }

    private boolean isOver(Deque<Long> times) {
        forgetOld(times);
        return times.isEmpty();
    }

    private void forgetOld(Deque<Long> times) {
        while (!times.isEmpty() && nanos.getAsLong() - times.getFirst() >= HOUR) {
            times.removeFirst();
        }
    }

    /** Leadership is lost. */
    public synchronized void clear() {
        acts.clear();
        held.clear();
        creates.clear();
        patches.clear();
    }
}
