package dev.drover.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drover.sandbox.metrics.Delivery;
import dev.drover.sandbox.metrics.Page;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Answers that must not be taken for figures, with the outcome that the manual gives them. */
enum BadPage {
    EMPTY("empty", () -> Page.text("")),
    HTML("content_type", () -> Page.html(200)),
    HTML_AS_TEXT("empty", () -> Page.text(new String(Page.html(200).body(), UTF_8))),
    WANTED_LINE_BROKEN("parse", () -> Page.text("vllm:kv_cache_usage_perc{model_name='x'} 0.4\n")),
    CUT("truncated", BadPage::good, Delivery.CUT),
    FIFTY_MEGABYTES("body_too_large", () -> Page.text("# nothing\n".repeat(5_000_000))),
    ENDLESS("body_too_large", () -> Page.text("# nothing\n".repeat(100)), Delivery.ENDLESS),
    GZIP_BOMB("body_too_large", () -> Page.gzipBomb(50)),
    UNKNOWN_CODING("encoding", () -> with("Content-Encoding", "br")),
    ONE_BYTE_A_SECOND("timeout", BadPage::good, Delivery.DRIPPING),
    NEVER("timeout", BadPage::good, Delivery.HANGING),
    HALF("timeout", BadPage::good, Delivery.STALLING),
    CLOSED("connect", BadPage::good, Delivery.REFUSED),
    ELSEWHERE("redirect", () -> Page.redirect("http://127.0.0.2:1/metrics")),
    STATUS_401("unauthorized", () -> status(401)),
    STATUS_403("forbidden", () -> status(403)),
    STATUS_404("not_found", () -> status(404)),
    STATUS_500("http_status", () -> status(500)),
    NAN("not_a_number", () -> EnginePage.kv("NaN")),
    PER_CENT("out_of_range", () -> EnginePage.kv("95")),
    BELOW_ZERO("out_of_range", () -> EnginePage.kv("-0.01"));

    final String outcome;
    final Delivery delivery;

    @SuppressWarnings("ImmutableEnumChecker") // makes a page anew each time, and holds nothing
    private final Supplier<Page> page;

    BadPage(String outcome, Supplier<Page> page) {
        this(outcome, page, Delivery.WHOLE);
    }

    BadPage(String outcome, Supplier<Page> page, Delivery delivery) {
        this.outcome = outcome;
        this.page = page;
        this.delivery = delivery;
    }

    Page page() {
        return page.get();
    }

    /** The page was read to its end, only the figure of the model is unusable. */
    boolean onlyTheFigure() {
        return this == NAN || this == PER_CENT || this == BELOW_ZERO;
    }

    /** A name for its objects. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Page good() {
        return EnginePage.kv(0.95);
    }

    private static Page status(int code) {
        return new Page(code, good().contentType(), Map.of(), good().body());
    }

    private static Page with(String header, String value) {
        return new Page(200, good().contentType(), Map.of(header, value), good().body());
    }
}
