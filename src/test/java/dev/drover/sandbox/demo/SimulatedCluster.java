package dev.drover.sandbox.demo;

import dev.drover.sandbox.metrics.EppPage;
import dev.drover.sandbox.metrics.MetricsServerDouble;
import dev.drover.sandbox.metrics.Page;
import dev.drover.sandbox.metrics.VllmPage;
import java.time.Instant;

/**
 * A remote cluster as Drover sees it: a vLLM page and a page of its endpoint picker. Requests that
 * it gets fill its slots; those that find none wait. Its pages can be taken away.
 */
final class SimulatedCluster implements AutoCloseable {
    private static final double SERVICE_SECONDS = 4;
    private static final double SETTLING_SECONDS = 3;
    private static final double NANOS = 1e9;

    private final String name;
    private final int slots;
    private final VllmPage engine = new VllmPage(Demo.MODEL, Instant.now());
    private final EppPage picker;
    private final MetricsServerDouble server = MetricsServerDouble.start();
    private double inside;
    private double unfinished;
    private long lastNanos = System.nanoTime();
    private volatile boolean silent;

    SimulatedCluster(String name, int slots) {
        this.name = name;
        this.slots = slots;
        this.picker = new EppPage(name + "-pool", Demo.MODEL).ready(1);
        server.serve("/vllm/metrics", () -> silent ? Page.status(503) : engine.page());
        server.serve("/epp/metrics", () -> silent ? Page.status(503) : picker.page());
    }

    String name() {
        return name;
    }

    /** Where it can be reached at all. */
    int port() {
        return server.port();
    }

    String engineUrl() {
        return server.url("/vllm/metrics");
    }

    String pickerUrl() {
        return server.url("/epp/metrics");
    }

    /** Its pages answer 503 while silent. */
    void silent(boolean silent) {
        this.silent = silent;
    }

    /** Time goes on, with that many requests that want to be inside. */
    void advance(double demand) {
        long now = System.nanoTime();
        double seconds = (now - lastNanos) / NANOS;
        lastNanos = now;
        inside += (demand - inside) * (1 - Math.exp(-seconds / SETTLING_SECONDS));
        double running = Math.min(inside, slots);
        double waiting = inside - running;
        unfinished += running * seconds / SERVICE_SECONDS;
        int finished = (int) unfinished;
        unfinished -= finished;
        double duration = SERVICE_SECONDS * Math.max(1, inside / slots);
        engine.kv(running / slots)
                .running((int) running)
                .waiting((int) waiting)
                .finish(finished, duration, duration / 10);
        picker.kv(running / slots).queue(waiting).running(running).finish(finished, duration);
    }

    @Override
    public void close() {
        server.close();
    }
}
