package dev.drover.sandbox.metrics;

/**
 * What an endpoint picker (llm-d EPP) shows of one pool and one model. Thread-safe; figures may
 * change between scrapes. Ready endpoints of 0 leave the averages as they were, as the real one
 * does.
 */
public final class EppPage {
    private static final double[] DURATIONS = {0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 6, 15, 60};

    private final String pool;
    private final String model;
    private final Histogram duration = new Histogram(DURATIONS); // all below guarded by this
    private int ready = 1;
    private double kv;
    private double queue;
    private double running;
    private long requests;
    private long errors;

    /** An idle pool with one ready endpoint. */
    public EppPage(String pool, String model) {
        this.pool = pool;
        this.model = model;
    }

    /** Endpoints that the picker may choose. */
    public synchronized EppPage ready(int endpoints) {
        ready = endpoints;
        return this;
    }

    /** Average share of the KV cache in use, 0 to 1. */
    public synchronized EppPage kv(double ratio) {
        kv = ratio;
        return this;
    }

    /** Average number of waiting requests of an endpoint. */
    public synchronized EppPage queue(double requestsPerEndpoint) {
        queue = requestsPerEndpoint;
        return this;
    }

    /** Average number of running requests of an endpoint. */
    public synchronized EppPage running(double requestsPerEndpoint) {
        running = requestsPerEndpoint;
        return this;
    }

    /** Requests that ended well after this many seconds. */
    public synchronized EppPage finish(int count, double seconds) {
        requests += count;
        duration.observe(seconds, count);
        return this;
    }

    /** Requests that ended with an error; they have no duration. */
    public synchronized EppPage fail(int count) {
        requests += count;
        errors += count;
        return this;
    }

    /** The page as it is now. */
    public synchronized Page page() {
        String ofPool = "name=\"" + pool + "\"";
        String ofModel = "model_name=\"%1$s\",target_model_name=\"%1$s\"".formatted(model);
        StringBuilder text = new StringBuilder();
        line(text, "average_kv_cache_utilization", "gauge", ofPool, kv);
        line(text, "average_queue_size", "gauge", ofPool, queue);
        line(text, "average_running_requests", "gauge", ofPool, running);
        line(text, "ready_endpoints", "gauge", ofPool, ready);
        text.append(duration.lines("llm_d_epp_request_duration_seconds", ofModel));
        line(text, "request_total", "counter", ofModel, (double) requests);
        line(
                text,
                "request_error_total",
                "counter",
                ofModel + ",error_code=\"ServiceUnavailable\"",
                (double) errors);
        return Page.text(text.toString());
    }

    private static void line(
            StringBuilder text, String name, String type, String labels, double value) {
        text.append("# TYPE llm_d_epp_").append(name).append(' ').append(type).append('\n');
        text.append("llm_d_epp_").append(name).append('{').append(labels).append("} ");
        text.append(value).append('\n');
    }
}
