package dev.drover.registry;

import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import dev.drover.intents.Outcome;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.registry.decision.Decision;
import dev.drover.registry.decision.MetadataPatch;
import dev.drover.registry.decision.RegistryCalls;
import dev.drover.registry.decision.RegistryWrite;
import dev.drover.registry.decision.Standing;
import dev.drover.registry.objects.WorkloadKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.camel.Exchange;

/** Series of workloads and of what is done about them; none carries the name of an object. */
final class RegistryMeters {
    private static final String CLOSE = "close-";

    private final MeterRegistry meters;
    private final LongSupplier nanos;

    RegistryMeters(MeterRegistry meters, LongSupplier nanos) {
        this.meters = meters;
        this.nanos = nanos;
    }

    /** Gauges over what is remembered. */
    void watch(Memories memories, Iterable<WorkloadKind> kinds) {
        for (WorkloadKind kind : kinds) {
            for (Standing.State state : Standing.State.values()) {
                Gauge.builder("drover.registry.objects", () -> memories.count(kind, state))
                        .description("Workloads by how they are doing")
                        .tag("kind", kind.kind())
                        .tag("state", state.name().toLowerCase(Locale.ROOT))
                        .register(meters);
            }
        }
        Gauge.builder("drover.registry.finalizers", memories::finalizers)
                .description("Workloads that carry Drover's finalizer; 0 = safe to uninstall")
                .register(meters);
    }

    /** A workload got into a failing reason. */
    void failed(String reason) {
        Counter.builder("drover.registry.failures")
                .description("Entries into a failing reason")
                .tag("reason", reason)
                .register(meters)
                .increment();
    }

    /** An Event was sent with something done: what it warns of is a failing reason too. */
    void told(Notice notice) {
        if (notice.type() == Notice.Type.WARNING) {
            failed(notice.reason());
        }
    }

    /** A pass that wrote has ended. */
    void synced(Exchange exchange, WorkloadKind kind) {
        Long received = exchange.getProperty(ResourcesConstants.RECEIVED_NANOS, Long.class);
        if (received != null) {
            Timer.builder("drover.registry.sync")
                    .description("Event delivered to last write of the pass")
                    .tag("kind", kind.kind())
                    .register(meters)
                    .record(nanos.getAsLong() - received, TimeUnit.NANOSECONDS);
        }
    }

    /** Something was done, or refused, in the reverse direction. */
    void deployed(String registry, String action) {
        Counter.builder("drover.registry.deploys")
                .description("Workloads made, corrected and deleted for records, and refused")
                .tag("registry", registry)
                .tag("action", action)
                .register(meters)
                .increment();
    }

    /** A pass that a sweep has asked for did something: that drift is repaired. */
    void fixed(Decision decision) {
        for (Intent intent : decision.intents()) {
            String fix = fix(intent.account().reason());
            if (!fix.isEmpty()) {
                Counter.builder("drover.registry.sweep.fixes")
                        .description("Drift that sweeps found and passes repaired")
                        .tag("registry", registry(intent))
                        .tag("fix", fix)
                        .register(meters)
                        .increment();
            }
        }
    }

    private static String fix(String reason) {
        if (reason.startsWith(CLOSE)) {
            return "close";
        }
        return switch (reason) {
            case "state" -> "reopen";
            case "recreate" -> "recreate";
            case "properties", "version", "adopt", "archived", "unpinned" -> "update";
            default -> "";
        };
    }

    void linkWrite(WorkloadKind kind, String result) {
        Counter.builder("drover.registry.link.writes")
                .description("Metadata patches of workloads")
                .tag("kind", kind.kind())
                .tag("result", result)
                .register(meters)
                .increment();
    }

    /** Hears of every intent. */
    void acted(Intent intent, Outcome outcome) {
        if (MetadataPatch.reachesPods(intent)) {
            WorkloadKind.ofResource(intent.resource()).ifPresent(kind -> patched(kind, outcome));
        }
        if (outcome == Outcome.APPLIED) {
            intent.account().notice().ifPresent(this::told);
        }
        String reason = intent.account().reason();
        if (outcome == Outcome.APPLIED && reason.startsWith(CLOSE)) {
            Counter.builder("drover.registry.closed")
                    .description("Records closed, by why")
                    .tag("registry", registry(intent))
                    .tag("cause", reason.substring(CLOSE.length()))
                    .register(meters)
                    .increment();
        }
    }

    private void patched(WorkloadKind kind, Outcome outcome) {
        if (outcome == Outcome.APPLIED) {
            linkWrite(kind, "written");
        } else if (outcome == Outcome.CONFLICT) {
            linkWrite(kind, "conflict");
        }
    }

    private static String registry(Intent intent) {
        return intent.document().get(RegistryCalls.WRITE)
                                instanceof com.fasterxml.jackson.databind.node.POJONode node
                        && node.getPojo() instanceof RegistryWrite write
                ? write.registry()
                : "";
    }
}
