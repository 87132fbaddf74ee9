package dev.drover.weights.metrics;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a page in tests and says what came of it, as text that can be compared. */
final class Pages {
    static final Limits LIMITS = new Limits(8 << 20, 64 << 10, 20_000);
    static final Families WANTED =
            Families.of(
                    List.of(
                            "vllm:kv_cache_usage_perc",
                            "vllm:num_requests_waiting",
                            "h_bucket",
                            "h_sum",
                            "h_count"));
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final List<String> SHOWN =
            List.of("model_name", "engine", "le", "a", "b", "odd key");

    private Pages() {}

    static byte[] utf8(String page) {
        return page.getBytes(StandardCharsets.UTF_8);
    }

    static ExpositionReader reader(Limits limits) {
        return new ExpositionReader(WANTED, limits, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    /** Series with their values, or the outcome of the failure. */
    static String read(byte[] page, boolean framed, Limits limits, int... cuts) {
        Map<String, Double> series = new LinkedHashMap<>();
        try {
            feed(reader(limits), page, framed, series, cuts);
        } catch (PageException e) {
            return e.outcome().label();
        }
        return series.toString();
    }

    static String read(String page) {
        return read(utf8(page), true, LIMITS);
    }

    /** The failure's message; the page must fail. */
    static String failure(byte[] page, Limits limits) {
        try {
            feed(reader(limits), page, true, new LinkedHashMap<>());
        } catch (PageException e) {
            return e.getMessage();
        }
        throw new AssertionError("the page was read without fault");
    }

    private static void feed(
            ExpositionReader reader,
            byte[] page,
            boolean framed,
            Map<String, Double> series,
            int... cuts)
            throws PageException {
        reader.begin((family, labels, value) -> series.put(shown(family, labels), value));
        int from = 0;
        for (int cut : cuts) {
            reader.feed(page, from, cut - from);
            from = cut;
        }
        reader.feed(page, from, page.length - from);
        reader.end(framed);
    }

    private static String shown(int family, Labels labels) {
        StringBuilder text = new StringBuilder(WANTED.name(family));
        for (String name : SHOWN) {
            String value = labels.get(name);
            if (value != null) {
                text.append('|').append(name).append('=').append(value);
            }
        }
        return text.toString();
    }
}
