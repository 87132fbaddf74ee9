package dev.drover.weights;

import dev.drover.intents.EventRecorder;
import dev.drover.intents.Ledger;
import dev.drover.intents.Mode;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.kubernetes.WriteFence;
import dev.drover.weights.settings.WeightsConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the process hands to the flow.
 *
 * @param caches what informers know, by resource path
 * @param configuration the flow's keys as they are now
 * @param mode of the process as it is now
 * @param fence closed while the flow's lease is not surely held
 * @param events where Kubernetes Events go
 * @param ledger of this flow alone
 * @param meters the one registry
 * @param objectSeries most series that carry names of objects, 0 for none
 * @param clock dates
 * @param nanos the one monotonic clock
 */
public record WeightsPlatform(
        Function<String, ResourceCache> caches,
        Supplier<WeightsConfiguration> configuration,
        Supplier<Mode> mode,
        WriteFence fence,
        EventRecorder events,
        Ledger ledger,
        MeterRegistry meters,
        int objectSeries,
        Clock clock,
        LongSupplier nanos) {}
