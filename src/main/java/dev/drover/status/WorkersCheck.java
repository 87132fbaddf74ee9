package dev.drover.status;

import dev.drover.kubernetes.WorkerState;
import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * {@code drover-workers}, liveness: DOWN while a worker is stuck in one step. Every call has a
 * deadline far below that, so slow servers never show here; what does is a fault of ours that only
 * a restart mends.
 */
public final class WorkersCheck extends AbstractHealthCheck {
    private final Supplier<? extends Collection<WorkerState>> stuck;

    /**
     * @param stuck workers that have been in one step longer than {@code
     *     drover.health.stuck-worker}
     */
    public WorkersCheck(Supplier<? extends Collection<WorkerState>> stuck) {
        super("drover", "drover-workers");
        this.stuck = stuck;
    }

    @Override
    public boolean isLiveness() {
        return true;
    }

    @Override
    public boolean isReadiness() {
        return false;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder result, Map<String, Object> options) {
        Collection<WorkerState> workers = stuck.get();
        result.up();
        for (WorkerState worker : workers) {
            result.down()
                    .message(workers.size() + " worker(s) stuck in one step")
                    .detail(
                            worker.thread(),
                            "flow=%s key=%s step=%s since=%ds"
                                    .formatted(
                                            worker.flow(),
                                            worker.key(),
                                            worker.step(),
                                            worker.inStep().toSeconds()));
        }
    }
}
