package dev.drover.intents;

import dev.drover.kubernetes.WriteFence;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.camel.spi.Registry;

/**
 * What the act route of one flow works with. {@link #bind(Registry)} puts the three processors that
 * the template {@code act} names into the registry; the route itself is YAML ({@code
 * routes/<flow>/<flow>-act.camel.yaml}).
 *
 * <p>A reconcile route sends a {@code List<Intent>} to {@code direct:<flow>-act}. The call returns
 * when all are done, or throws at the first failure: the exchange then carries a {@code
 * CamelExchangeException} around it, so ask {@code exchange.getException(Conflict.class)}.
 *
 * @param flow as in bean names, metrics and the field manager {@code drover-<flow>}
 * @param fence closed while the lease of the flow is not surely held
 * @param ledger what decisions will be told of the writes
 * @param events where Kubernetes Events go
 * @param meters for {@code drover_act_*} and {@code drover_event_to_write_seconds}
 * @param mode of the process, asked for every intent
 * @param listener told of every outcome, for series of the flow's own
 * @param nanos monotonic clock, the one of {@code ResourcesConstants.RECEIVED_NANOS}
 */
public record ActRoute(
        String flow,
        WriteFence fence,
        Ledger ledger,
        EventRecorder events,
        MeterRegistry meters,
        Supplier<Mode> mode,
        ActListener listener,
        LongSupplier nanos) {
    /**
     * Binds {@code <flow>-intents}, {@code <flow>-intent} and {@code <flow>-outcome}. To be called
     * once, before routes load; {@code <flow>-fence} must be bound under that name by its owner.
     */
    public void bind(Registry registry) {
        registry.bind(flow + "-intents", new IntentListProcessor());
        registry.bind(flow + "-intent", new IntentProcessor(this));
        registry.bind(flow + "-outcome", new OutcomeProcessor(this));
    }
}
