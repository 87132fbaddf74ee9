package dev.drover.registry.mapping;

import dev.drover.registry.objects.Workload;

/** Whether a deployment serves, and if not, why. */
final class Readiness {
    /** Reason of a record whose workload is gone. */
    static final String DELETED = "Deleted";

    private Readiness() {}

    static OwnProperties add(OwnProperties properties, Workload workload) {
        boolean ready = workload.ready() && !workload.stopped();
        OwnProperties all = properties.with(OwnKey.READY, ready);
        return ready ? all : all.with(OwnKey.READY_REASON, reason(workload));
    }

    private static String reason(Workload workload) {
        if (workload.stopped()) {
            return "Stopped";
        }
        return workload.condition("Ready")
                .map(condition -> condition.text("reason").orElse("NotReady"))
                .orElse("NoStatus");
    }
}
