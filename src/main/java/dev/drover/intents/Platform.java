package dev.drover.intents;

import dev.drover.kubernetes.ResourceCache;
import dev.drover.kubernetes.WriteFence;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the process hands to a flow when it binds the flow's beans.
 *
 * @param <C> the flow's keys
 * @param caches what informers know, by resource path
 * @param configuration the flow's keys as they are now
 * @param mode of the process as it is now
 * @param fence closed while the flow's lease is not surely held
 * @param leadershipLost takes what is to be done each time this process stops leading the flow
 * @param events where Kubernetes Events go
 * @param ledger of this flow alone
 * @param meters the one registry
 * @param objectSeries most series that carry names of objects, 0 for none
 * @param clock dates
 * @param nanos the one monotonic clock
 */
public record Platform<C>(
        Function<String, ResourceCache> caches,
        Supplier<C> configuration,
        Supplier<Mode> mode,
        WriteFence fence,
        Consumer<Runnable> leadershipLost,
        EventRecorder events,
        Ledger ledger,
        MeterRegistry meters,
        int objectSeries,
        Clock clock,
        LongSupplier nanos) {}
