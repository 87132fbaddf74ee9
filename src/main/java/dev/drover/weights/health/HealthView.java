package dev.drover.weights.health;

import java.util.List;
import org.apache.camel.StaticService;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.service.ServiceSupport;

/** Shows the states of probed providers in JMX. */
@ManagedResource(description = "HealthTracker: providers that are probed")
public final class HealthView extends ServiceSupport implements StaticService {
    private final HealthTracker tracker;

    HealthView(HealthTracker tracker) {
        this.tracker = tracker;
    }

    @ManagedAttribute(description = "Namespace/name and state of each, one line a provider")
    public List<String> getStates() {
        return tracker.lines();
    }

    @ManagedAttribute(description = "Providers that probes reach")
    public long getHealthy() {
        return tracker.count(ProviderHealth.State.HEALTHY);
    }

    @ManagedAttribute(description = "Providers that probes do not reach")
    public long getUnhealthy() {
        return tracker.count(ProviderHealth.State.UNHEALTHY);
    }

    @ManagedAttribute(description = "Providers of which no probe has decided yet")
    public long getUnknown() {
        return tracker.count(ProviderHealth.State.UNKNOWN);
    }
}
