package dev.drover.leadership;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.support.CamelContextHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that a flow's routes are what its leadership asks for. Needed beside {@code
 * ClusteredRoutePolicy} because that one starts routes once, gives up at the first that throws, and
 * does not stop a route which it did not start.
 *
 * <p>Used by the one thread that also fires the policy, except {@link #notStarted}.
 */
final class FlowRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(FlowRoutes.class);

    private final CamelContext context;
    private final String flow;
    private final RoutePolicy policy;
    private final LongSupplier nanos;

    /** Route id → since when it is seen not Started although it should be; replaced as a whole. */
    private volatile SortedMap<String, Long> missingSince = new TreeMap<>();

    private boolean complete;

    FlowRoutes(CamelContext context, String flow, RoutePolicy policy, LongSupplier nanos) {
        this.context = context;
        this.flow = flow;
        this.policy = policy;
        this.nanos = nanos;
    }

    /** After every change of the leadership, when the policy has had its turn. */
    void changed() {
        complete = false;
    }

    /**
     * Starts what is missing until once all routes ran; from then on a stopped route is somebody's
     * decision and only reported. On a standby stops what still runs.
     */
    void settle(boolean leading) {
        if (!context.getStatus().isStarted()) {
            return;
        }
        if (!leading) {
            missingSince = new TreeMap<>();
            guarded().stream().filter(this::started).forEach(this::stop);
            return;
        }
        if (!complete) {
            guarded().stream().filter(route -> !started(route)).forEach(this::start);
        }
        recount();
        complete |= missingSince.isEmpty();
    }

    /** Routes that should run here and do not, with the time for which that was seen. */
    SortedMap<String, Duration> notStarted() {
        long now = nanos.getAsLong();
        SortedMap<String, Duration> missing = new TreeMap<>();
        missingSince.forEach((id, since) -> missing.put(id, Duration.ofNanos(now - since)));
        return missing;
    }

    private void recount() {
        SortedMap<String, Long> before = missingSince;
        SortedMap<String, Long> missing = new TreeMap<>();
        for (Route route : context.getRoutes()) {
            if (ours(route) && autoStartup(route) && !started(route)) {
                String id = route.getId();
                missing.put(id, before.getOrDefault(id, nanos.getAsLong()));
            }
        }
        missingSince = missing;
    }

    private List<Route> guarded() {
        return context.getRoutes().stream().filter(this::guards).filter(this::autoStartup).toList();
    }

    private boolean ours(Route route) {
        return guards(route) || route.getId().startsWith(flow + "-");
    }

    private boolean guards(Route route) {
        return route.getRoutePolicyList() != null && route.getRoutePolicyList().contains(policy);
    }

    /** As the author of the route wrote it: the policy sets the route's own flag to false. */
    private boolean autoStartup(Route route) {
        RouteDefinition definition =
                context.getCamelContextExtension()
                        .getContextPlugin(Model.class)
                        .getRouteDefinition(route.getId());
        return definition == null
                || !Boolean.FALSE.equals(
                        CamelContextHelper.parseBoolean(context, definition.getAutoStartup()));
    }

    private boolean started(Route route) {
        return context.getRouteController().getRouteStatus(route.getId()) == ServiceStatus.Started;
    }

    private void start(Route route) {
        try {
            context.getRouteController().startRoute(route.getId());
        } catch (Exception e) { // boundary: any component may fail; the next round tries again
            if (!missingSince.containsKey(route.getId())) {
                LOG.warn("{}: route {} does not start: {}", flow, route.getId(), e.toString());
            }
        }
    }

    private void stop(Route route) {
        try {
            context.getRouteController().stopRoute(route.getId());
        } catch (Exception e) { // boundary, as above; its writes are fenced anyway
            LOG.warn("{}: route {} does not stop: {}", flow, route.getId(), e.toString());
        }
    }
}
