package dev.drover.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drover.sandbox.metrics.Page;
import dev.drover.sandbox.metrics.VllmPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The page of a real vLLM that serves {@link #MODEL}, with another KV use; one of the sandbox where
 * the project's recorded pages are not at hand. It shows no request at work: with work and the same
 * counters on every page the engine would count as stalled.
 */
final class EnginePage {
    static final String MODEL = "tiny-a";

    private static final Path RECORDED =
            Path.of("../shared/fixtures/metrics/vllm/vllm032-idle.prom");
    private static final Pattern KV =
            Pattern.compile("^(vllm:kv_cache_usage_perc\\{[^}]*}) .*$", Pattern.MULTILINE);

    private EnginePage() {}

    static Page kv(double ratio) {
        return kv(Double.toString(ratio));
    }

    /** With the KV use written so. */
    static Page kv(String figure) {
        Page page =
                Files.exists(RECORDED)
                        ? Page.recorded(RECORDED)
                        : new VllmPage(MODEL, Instant.EPOCH).page();
        String text = new String(page.body(), UTF_8);
        return new Page(
                page.status(),
                page.contentType(),
                Map.of(),
                KV.matcher(text).replaceAll("$1 " + figure).getBytes(UTF_8));
    }
}
