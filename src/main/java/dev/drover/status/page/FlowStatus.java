package dev.drover.status.page;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One flow, as the page shows it.
 *
 * @param leading whether this process leads it
 * @param leader identity of who does; null when nobody is known to
 * @param leaseAge since the last good renewal of this process; null when it does not lead
 * @param mode {@code apply} or {@code observe}
 * @param queues of its routes; empty on a standby
 * @param informers one line each
 * @param routesNotStarted routes that should run here and do not, and for how long
 * @param details missing CRDs, what the flow depends on, and the like
 */
public record FlowStatus(
        String name,
        boolean leading,
        String leader,
        Duration leaseAge,
        String mode,
        List<?> queues,
        List<?> informers,
        Map<String, Duration> routesNotStarted,
        Map<String, Object> details) {}
