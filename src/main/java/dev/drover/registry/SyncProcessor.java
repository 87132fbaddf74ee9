package dev.drover.registry;

import dev.drover.intents.Intent;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.registry.decision.Decision;
import dev.drover.registry.decision.Reconciliation;
import dev.drover.registry.decision.Standing;
import dev.drover.registry.objects.WorkloadKind;
import java.util.Arrays;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;

/**
 * Decides about one workload, bean {@code registry-sync}: the pure {@link Reconciliation}. In: body
 * = {@link Observed}, or null. Out: body = list of intents for the act route.
 */
@ManagedResource(description = "Decisions of the registry flow")
public final class SyncProcessor implements Processor {
    private final Memories memories;
    private final SweepState sweeps;

    SyncProcessor(Memories memories, SweepState sweeps) {
        this.memories = memories;
        this.sweeps = sweeps;
    }

    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        Observed observed = (Observed) message.getBody();
        if (observed == null) {
            message.setBody(List.of());
            return;
        }
        Decision decision =
                Reconciliation.step(observed.situation(), observed.answers())
                        .decision()
                        .orElseThrow();
        exchange.setProperty(PassProperties.SITUATION, observed.situation());
        exchange.setProperty(PassProperties.DECISION, decision);
        if (decision.standing().equals(new Standing(Standing.State.SKIPPED, "Paused", ""))) {
            exchange.setProperty(ResourcesConstants.RESULT, "paused");
        }
        Admission admission = exchange.getProperty(PassProperties.ADMISSION, Admission.class);
        if (admission != null) {
            admission.expect(
                    (int)
                            decision.intents().stream()
                                    .filter(Intent.Call.class::isInstance)
                                    .count());
        }
        message.setBody(decision.intents());
    }

    private long count(Standing.State state) {
        return Arrays.stream(WorkloadKind.values())
                .mapToLong(kind -> memories.count(kind, state))
                .sum();
    }

    @ManagedAttribute(description = "Workloads whose record is true")
    public long getLinked() {
        return count(Standing.State.SYNCED);
    }

    @ManagedAttribute(description = "Workloads that wait for a registry or a turn")
    public long getPending() {
        return count(Standing.State.PENDING);
    }

    @ManagedAttribute(description = "Workloads that somebody has to mend something for")
    public long getFailed() {
        return count(Standing.State.FAILED);
    }

    @ManagedAttribute(description = "Orphaned records that sweeps hold back")
    public int getHeldRecords() {
        return sweeps.held();
    }

    @ManagedAttribute(description = "When a walk was last complete, empty = not yet")
    public String getLastSweep() {
        return sweeps.lastSuccess();
    }
}
