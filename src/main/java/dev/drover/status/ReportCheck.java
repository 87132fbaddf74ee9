package dev.drover.status;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Readiness that is never DOWN: {@code drover-config} and {@code drover-routes} show what was last
 * accepted and what was not. A bad edit keeps the last good state, so the pod stays ready.
 */
public final class ReportCheck extends AbstractHealthCheck {
    private final Supplier<Map<String, Object>> details;

    /**
     * @param id {@code drover-config}, {@code drover-routes}
     * @param details {@code lastError}, {@code lastGood}, {@code source}, {@code since}
     */
    public ReportCheck(String id, Supplier<Map<String, Object>> details) {
        super("drover", id);
        this.details = details;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder result, Map<String, Object> options) {
        result.details(details.get()).up();
    }
}
