package dev.drover.sandbox.apiserver;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** The faults that are set; the oldest one that applies wins. Thread-safe. */
final class Faults {
    private final List<ActiveFault> active = new CopyOnWriteArrayList<>();
    private final LongSupplier nanos;

    Faults(LongSupplier nanos) {
        this.nanos = nanos;
    }

    ActiveFault set(Fault fault) {
        ActiveFault set = new ActiveFault(fault, nanos.getAsLong());
        active.add(set);
        return set;
    }

    void liftAll() {
        active.forEach(ActiveFault::lift);
        active.clear();
    }

    Optional<Fault> of(SeenRequest request) {
        long now = nanos.getAsLong();
        return active.stream()
                .filter(candidate -> candidate.hit(request, now))
                .findFirst()
                .map(ActiveFault::fault);
    }
}
