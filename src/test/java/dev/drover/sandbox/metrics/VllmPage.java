package dev.drover.sandbox.metrics;

import java.time.Instant;

/**
 * What a vLLM process (V1) shows of one model: gauges and histograms for each engine. Thread-safe;
 * figures may change between scrapes.
 */
public final class VllmPage {
    private static final double[] LATENCIES = {0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 20, 60};
    private static final double[] FIRST_TOKENS = {0.01, 0.02, 0.04, 0.08, 0.25, 0.5, 1, 2.5, 5};

    private final String model;
    private final Histogram latency = new Histogram(LATENCIES); // all below guarded by this
    private final Histogram firstToken = new Histogram(FIRST_TOKENS);
    private int engines = 1;
    private double kv;
    private int running;
    private int waiting;
    private long iterations;
    private long finished;
    private double processStart;

    /** One idle engine, started at {@code started}. */
    public VllmPage(String model, Instant started) {
        this.model = model;
        this.processStart = started.getEpochSecond();
    }

    /** Share of the KV cache in use, 0 to 1, in every engine. */
    public synchronized VllmPage kv(double ratio) {
        kv = ratio;
        return this;
    }

    /** Running requests in every engine. */
    public synchronized VllmPage running(int requests) {
        running = requests;
        return this;
    }

    /** Waiting requests in every engine. */
    public synchronized VllmPage waiting(int requests) {
        waiting = requests;
        return this;
    }

    /** How many engines (data-parallel ranks) the process shows. */
    public synchronized VllmPage engines(int count) {
        engines = count;
        return this;
    }

    /** Finishes requests: latency, time to first token and progress move. */
    public synchronized VllmPage finish(int requests, double seconds, double firstTokenSeconds) {
        latency.observe(seconds, requests);
        firstToken.observe(firstTokenSeconds, requests);
        iterations += requests;
        finished += requests;
        return this;
    }

    /** The process starts again: counters and histograms begin at zero, figures stay. */
    public synchronized VllmPage restart(Instant started) {
        latency.reset();
        firstToken.reset();
        iterations = 0;
        finished = 0;
        processStart = started.getEpochSecond();
        return this;
    }

    /** The page as it is now. */
    public synchronized Page page() {
        StringBuilder text = new StringBuilder();
        gauge(text, "vllm:kv_cache_usage_perc", kv);
        gauge(text, "vllm:num_requests_running", running);
        gauge(text, "vllm:num_requests_waiting", waiting);
        // only engine 0 serves requests here, so only it has histograms and counters
        String labels = labels(0);
        text.append(latency.lines("vllm:e2e_request_latency_seconds", labels));
        text.append(firstToken.lines("vllm:time_to_first_token_seconds", labels));
        counter(text, "vllm:iteration_tokens_total_count", labels, iterations);
        counter(text, "vllm:generation_tokens_total", labels, iterations * 10);
        String done = labels + ",finished_reason=\"stop\"";
        counter(text, "vllm:request_success_total", done, finished);
        text.append("# TYPE process_start_time_seconds gauge\n");
        text.append("process_start_time_seconds ").append(processStart).append('\n');
        return Page.text(text.toString());
    }

    private void gauge(StringBuilder text, String name, double value) {
        text.append("# TYPE ").append(name).append(" gauge\n");
        for (int engine = 0; engine < engines; engine++) {
            text.append(name).append('{').append(labels(engine)).append("} ");
            text.append(value).append('\n');
        }
    }

    private static void counter(StringBuilder text, String name, String labels, long value) {
        text.append("# TYPE ").append(name).append(" counter\n");
        text.append(name).append('{').append(labels).append("} ").append(value).append('\n');
    }

    private String labels(int engine) {
        return "engine=\"%d\",model_name=\"%s\"".formatted(engine, model);
    }
}
