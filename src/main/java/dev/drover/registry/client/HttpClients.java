package dev.drover.registry.client;

import dev.drover.http.BoundedHttpClient;
import dev.drover.http.HttpBounds;
import dev.drover.registry.settings.BaseUrl;
import dev.drover.registry.settings.CallBounds;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Makes the HTTP client of a registry: bounded by the configuration as it is for each call, and
 * never leaving the registry's base URL.
 *
 * @param deadlines cancels what is late
 */
record HttpClients(
        Supplier<CallBounds> bounds,
        ScheduledExecutorService deadlines,
        MeterRegistry meters,
        LongSupplier nanos) {

    /** As many as there can be slots: which call is made is decided before. */
    private static final int CONNECTIONS = 16;

    BoundedHttpClient client(BaseUrl base, RegistryTrust trust) {
        HttpBounds limits =
                new HttpBounds(
                        () -> bounds.get().connect(),
                        () -> bounds.get().response(),
                        () -> bounds.get().deadline(),
                        () -> bounds.get().maxBodyBytes(),
                        target -> Guard.isBelow(base, target),
                        List::of,
                        () -> 0);
        return new BoundedHttpClient(
                limits, CONNECTIONS, deadlines, "registry", meters, nanos, trust);
    }
}
