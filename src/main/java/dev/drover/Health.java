package dev.drover;

import dev.drover.config.ConfigurationStatus;
import dev.drover.config.ConfigurationWatch;
import dev.drover.kubernetes.ResourcesComponent;
import dev.drover.routing.RouteSet;
import dev.drover.routing.Routes;
import dev.drover.status.Flow;
import dev.drover.status.FlowCheck;
import dev.drover.status.InformersCheck;
import dev.drover.status.ReportCheck;
import dev.drover.status.WorkersCheck;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.spi.Registry;

/** Binds the health checks of the process under their names. */
final class Health {
    private final Registry registry;

    Health(Registry registry) {
        this.registry = registry;
    }

    void informers(ResourcesComponent resources, Supplier<Duration> disconnectedAfter) {
        bind(new InformersCheck(resources::informerStates, disconnectedAfter));
    }

    void workers(ResourcesComponent resources, Supplier<Duration> stuck) {
        bind(
                new WorkersCheck(
                        () -> {
                            resources.setStuckWorker(stuck.get());
                            return resources.stuckWorkers();
                        }));
    }

    void flow(Flow flow) {
        bind(new FlowCheck(flow));
    }

    void configuration(ConfigurationWatch watch) {
        bind(new ReportCheck("drover-config", () -> details(watch.status())));
    }

    void routes(Routes routes) {
        bind(new ReportCheck("drover-routes", () -> details(routes.current())));
    }

    private void bind(HealthCheck check) {
        registry.bind(check.getId(), HealthCheck.class, check);
    }

    private static Map<String, Object> details(ConfigurationStatus status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("valid", status.valid());
        details.put("source", status.source());
        details.put("lastError", status.lastError());
        details.put("lastGood", String.valueOf(status.lastGood()));
        details.put("since", String.valueOf(status.since()));
        return details;
    }

    private static Map<String, Object> details(RouteSet routes) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("valid", routes.valid());
        details.put("lastError", routes.lastError());
        details.put("lastGood", String.valueOf(routes.loaded()));
        details.put("since", String.valueOf(routes.loaded()));
        return details;
    }
}
