package dev.drover.weights.metrics;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;

/**
 * Pages with the families, labels and bucket bounds of a vLLM page, the same ones every time: no
 * recorded page is needed to measure. P1 is what eight engines behind one address answer, P2 the
 * same with many families that nobody reads.
 */
final class PageGenerator {
    private static final int ENGINES = 8;
    private static final int P1_BYTES = 190_000;
    private static final int P2_BYTES = 4 << 20;
    private static final String MODEL = "llama-3-70b-instruct";
    private static final List<String> GAUGES =
            List.of(
                    "num_requests_running",
                    "num_requests_waiting",
                    "kv_cache_usage_perc",
                    "engine_sleep_state",
                    "lora_requests_info");
    private static final List<String> COUNTERS =
            List.of(
                    "num_preemptions_total",
                    "prompt_tokens_total",
                    "generation_tokens_total",
                    "prefix_cache_queries_total",
                    "prefix_cache_hits_total",
                    "external_prefix_cache_queries_total",
                    "external_prefix_cache_hits_total",
                    "mm_cache_queries_total",
                    "mm_cache_hits_total",
                    "corrupted_requests_total");
    private static final List<String> WANTED_HISTOGRAMS =
            List.of(
                    "e2e_request_latency_seconds",
                    "time_to_first_token_seconds",
                    "iteration_tokens_total");
    private static final List<String> OTHER_HISTOGRAMS =
            List.of(
                    "inter_token_latency_seconds",
                    "request_queue_time_seconds",
                    "request_inference_time_seconds",
                    "request_prefill_time_seconds",
                    "request_decode_time_seconds",
                    "request_prompt_tokens");
    private static final double[] BOUNDS = {
        0.3, 0.5, 0.8, 1.0, 1.5, 2.0, 2.5, 5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 120.0,
        240.0, 480.0, 960.0, 1920.0, 7680.0
    };

    private final Random random = new Random(20261201);
    private final StringBuilder page = new StringBuilder();

    private PageGenerator() {}

    /** 190 kB, eight engines; about a fifth of its series are read. */
    static byte[] p1() {
        return new PageGenerator().engines().bytes();
    }

    /** 4 MiB: P1 and families that are not read. */
    static byte[] p2() {
        PageGenerator generator = new PageGenerator().engines();
        for (int i = 0; generator.page.length() < P2_BYTES - 8192; i++) {
            generator.histogram("other_" + i + "_seconds", i % ENGINES);
        }
        return generator.pad(P2_BYTES).bytes();
    }

    /** Lines of a page that are samples. */
    static long series(byte[] page) {
        return new String(page, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .count();
    }

    private byte[] bytes() {
        return page.toString().getBytes(StandardCharsets.UTF_8);
    }

    private PageGenerator engines() {
        GAUGES.forEach(name -> scalar(name, "gauge", random::nextDouble));
        COUNTERS.forEach(
                name -> scalar(name, "counter", () -> Math.floor(random.nextDouble() * 1e7)));
        WANTED_HISTOGRAMS.forEach(this::histogram);
        OTHER_HISTOGRAMS.forEach(this::histogram);
        scalar("request_success_total", "counter", () -> 336.0);
        page.append(Page.PROCESS_START).append(" 1796028723.94\n");
        return pad(P1_BYTES);
    }

    private PageGenerator pad(int length) {
        while (page.length() < length - 120) {
            page.append(
                    "# HELP vllm:padding Text that stands for the longer descriptions of real pages.\n");
        }
        while (page.length() < length - 1) {
            page.append('#');
        }
        page.append('\n');
        return this;
    }

    private void scalar(String name, String type, DoubleSupplier value) {
        describe(name, type);
        for (int engine = 0; engine < ENGINES; engine++) {
            page.append("vllm:").append(name);
            labels(engine, null);
            page.append(value.getAsDouble()).append('\n');
        }
    }

    private void histogram(String name) {
        describe(name, "histogram");
        for (int engine = 0; engine < ENGINES; engine++) {
            histogram(name, engine);
        }
    }

    private void histogram(String name, int engine) {
        page.append("vllm:").append(name).append("_sum");
        labels(engine, null);
        page.append(random.nextDouble() * 1000).append('\n');
        double count = 0;
        for (int i = 0; i <= BOUNDS.length; i++) {
            count += random.nextInt(30);
            page.append("vllm:").append(name).append("_bucket");
            labels(engine, i == BOUNDS.length ? "+Inf" : String.valueOf(BOUNDS[i]));
            page.append(count).append('\n');
        }
        page.append("vllm:").append(name).append("_count");
        labels(engine, null);
        page.append(count).append('\n');
    }

    private void describe(String name, String type) {
        page.append("# HELP vllm:")
                .append(name)
                .append(" Histogram or gauge of ")
                .append(name.replace('_', ' '))
                .append(".\n");
        page.append("# TYPE vllm:").append(name).append(' ').append(type).append('\n');
    }

    private void labels(int engine, String bound) {
        page.append("{engine=\"").append(engine).append('"');
        if (bound != null) {
            page.append(",le=\"").append(bound).append('"');
        }
        page.append(",model_name=\"").append(MODEL).append("\"} ");
    }
}
