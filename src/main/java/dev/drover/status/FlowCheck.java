package dev.drover.status;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * {@code drover-flow-<flow>}, readiness: DOWN when this process leads the flow and one of its
 * routes was not Started for 30 s. A standby is UP.
 */
public final class FlowCheck extends AbstractHealthCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Flow flow;

    public FlowCheck(Flow flow) {
        super("drover", "drover-flow-" + flow.name());
        this.flow = flow;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder result, Map<String, Object> options) {
        boolean leading = flow.leading();
        SortedMap<String, Duration> missing = flow.routesNotStarted();
        result.details(flow.details())
                .detail("leader", leading)
                .detail("holder", flow.holder().orElse(""))
                .detail("mode", flow.mode())
                .detail("routesNotStarted", String.join(", ", missing.keySet()))
                .up();
        if (leading && missing.values().stream().anyMatch(d -> d.compareTo(PATIENCE) >= 0)) {
            result.down()
                    .message(
                            "leading, but not started: "
                                    + String.join(", ", missing.keySet())
                                    + "; see the log for why");
        }
    }
}
