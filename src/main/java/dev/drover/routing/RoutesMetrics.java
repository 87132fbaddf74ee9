package dev.drover.routing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * {@code drover_routes_valid}, 0 while a user's file does not run, and {@code
 * drover_routes_reloads_total{result="applied|rejected"}}, the load at start included.
 */
public final class RoutesMetrics implements MeterBinder {
    private final Routes routes;

    public RoutesMetrics(Routes routes) {
        this.routes = routes;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("drover.routes.valid", routes, now -> now.current().valid() ? 1 : 0)
                .description("0 while a file of the routes directory is ignored")
                .register(registry);
        Counter applied = reloads("applied", registry);
        Counter rejected = reloads("rejected", registry);
        routes.onLoad(set -> (set.valid() ? applied : rejected).increment());
    }

    private static Counter reloads(String result, MeterRegistry registry) {
        return Counter.builder("drover.routes.reloads")
                .description("Sets of routes put together, the one at start included")
                .tag("result", result)
                .register(registry);
    }
}
