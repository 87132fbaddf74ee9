package dev.drover.sandbox.registry;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The faults that are set. Thread-safe. */
final class Faults {
    private final List<Active> active = new CopyOnWriteArrayList<>();

    private static final class Active {
        private final RegistryFault fault;
        private final AtomicInteger left;

        Active(RegistryFault fault) {
            this.fault = fault;
            this.left = new AtomicInteger(fault.times() == 0 ? Integer.MAX_VALUE : fault.times());
        }

        boolean take() {
            return left.get() == Integer.MAX_VALUE || left.getAndDecrement() > 0;
        }
    }

    Runnable set(RegistryFault fault) {
        Active one = new Active(fault);
        active.add(one);
        return () -> active.remove(one);
    }

    void clear() {
        active.clear();
    }

    Optional<RegistryFault> hitting(SeenRequest request) {
        for (Active one : active) {
            if (one.fault.matches(request) && one.take()) {
                return Optional.of(one.fault);
            }
        }
        return Optional.empty();
    }
}
