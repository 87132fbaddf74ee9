package dev.drover.weights.health;

import dev.drover.config.Network;
import dev.drover.http.GuardedResolver;
import dev.drover.weights.polling.PollRhythm;
import dev.drover.weights.polling.PollSchedule;
import dev.drover.weights.polling.PollThreads;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Registry;

/**
 * What the routes {@code weights-probe-tick} and {@code weights-probe} need.
 *
 * @param slots probes at once, one thread each while it lasts
 * @param deniedNetworks addresses that are never contacted, asked again for every probe
 * @param nanos the one monotonic clock
 */
public record Probing(
        int slots,
        Supplier<List<Network>> deniedNetworks,
        MeterRegistry meters,
        LongSupplier nanos) {
    private static final String POOL = "weights-probe";
    private static final double JITTER = 0.1;

    /**
     * Binds every bean that the routes name. To be called once, before routes load.
     *
     * @return the probing side as the reconcile side sees it
     */
    public HealthTracker bind(CamelContext context, HealthListener listener) {
        return bind(context, listener, new GuardedResolver(deniedNetworks)::resolve);
    }

    HealthTracker bind(CamelContext context, HealthListener listener, TcpProbe.Resolver resolver) {
        PollSchedule<Probe> schedule =
                new PollSchedule<>(
                        new PollRhythm<>(Probe::interval, JITTER, () -> slots),
                        nanos,
                        RandomGenerator.getDefault(),
                        probe -> {});
        HealthTracker tracker = new HealthTracker(schedule, listener);
        PollThreads.register(context, POOL, slots);
        Registry registry = context.getRegistry();
        registry.bind("probe-schedule", schedule);
        registry.bind("probe-connect", new ProbeConnect(new TcpProbe(resolver, nanos)));
        registry.bind("probe-judge", new ProbeJudge(tracker, meters));
        registry.bind("probe-broken", new ProbeBroken(tracker));
        registry.bind("probe-done", new ProbeDone(schedule));
        show(context, tracker);
        return tracker;
    }

    private static void show(CamelContext context, HealthTracker tracker) {
        try {
            context.addService(new HealthView(tracker));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
