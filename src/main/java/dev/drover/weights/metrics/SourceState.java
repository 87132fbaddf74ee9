package dev.drover.weights.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Everything that is remembered of one target: the last valid figures of each model or pool on its
 * pages, and the windows of their counters. Thread-safe; times are nanoseconds of one monotonic
 * clock.
 *
 * <p>A figure that is absent from a page leaves the one before in place to age; it never becomes 0.
 */
public final class SourceState {
    private static final int SHOWN = 10;

    private final SourceKind kind;
    private final String url;
    private final long knownSinceNanos;

    // all guarded by this
    private final Map<String, LastGauges> gauges = new HashMap<>();
    private final Map<String, ModelWindows> windows = new HashMap<>();
    private final ReplicaMix mix = new ReplicaMix();
    private Page page;
    private Double processStart;
    private boolean attempted;
    private Outcome failure = Outcome.OK;
    private String failureDetail;

    /**
     * @param url where the pages come from, for people
     */
    public SourceState(SourceKind kind, String url, long knownSinceNanos) {
        this.kind = kind;
        this.url = url;
        this.knownSinceNanos = knownSinceNanos;
    }

    /**
     * Takes over a page that was read well.
     *
     * @param nowNanos end of the scrape
     */
    public synchronized void take(Page next, long nowNanos, WindowRules rules) {
        boolean first = page == null;
        boolean restarted =
                processStart != null
                        && next.processStart() != null
                        && !processStart.equals(next.processStart());
        boolean reset = restarted;
        for (Map.Entry<String, Counters> model : next.counters().entrySet()) {
            ModelWindows window =
                    windows.computeIfAbsent(model.getKey(), name -> new ModelWindows());
            reset |= window.take(model.getValue(), nowNanos, first, restarted, rules);
        }
        next.gauges()
                .forEach(
                        (name, seen) ->
                                gauges.computeIfAbsent(name, n -> new LastGauges())
                                        .take(seen, nowNanos, restarted));
        mix.page(reset, nowNanos);
        processStart = next.processStart() == null ? processStart : next.processStart();
        page = next;
        attempted = true;
        failure = Outcome.OK;
        failureDetail = null;
        forget(nowNanos, rules);
    }

    /** The scrape failed: nothing of it counts, but that it was tried. */
    public synchronized void fail(Outcome outcome, String detail) {
        attempted = true;
        failure = outcome;
        failureDetail = detail;
    }

    /** True while several processes seem to answer at this address in turn. */
    public synchronized boolean mixed(long nowNanos) {
        return mix.mixed(nowNanos);
    }

    /**
     * Figures of one model.
     *
     * @param targetModel the model's name over there
     * @param pool {@code metrics.epp.pool}; null when the page is expected to have one pool only
     */
    public synchronized SourceFigures figures(String targetModel, String pool, long nowNanos) {
        String model = nameOnPage(targetModel);
        String gaugesOf = kind == SourceKind.EPP ? pool(pool) : model;
        LastGauges last = gauges.getOrDefault(gaugesOf, LastGauges.NEVER);
        ModelWindows window = windows.getOrDefault(model, ModelWindows.NONE);
        boolean mixed = mix.mixed(nowNanos);
        Outcome outcome = outcome(gaugesOf);
        return new SourceFigures(
                kind,
                url,
                attempted,
                knownSinceNanos,
                last.kv(),
                last.kvName(),
                last.kvAtNanos(),
                last.queueDepth(),
                last.running(),
                mixed ? null : window.endToEnd(),
                mixed ? null : window.firstToken(),
                mixed ? null : window.errorRate(),
                mixed ? OptionalLong.empty() : window.errorRateAtNanos(),
                mixed,
                mixed ? Stall.NONE : last.stall(),
                outcome.label(),
                outcome == failure ? failureDetail : detail(outcome, targetModel));
    }

    /** The name whose series stand for the model: its own, or the only one on the page. */
    public synchronized String nameOnPage(String targetModel) {
        Set<String> known =
                page == null || page.counters().isEmpty()
                        ? windows.keySet()
                        : page.counters().keySet();
        return known.contains(targetModel) || known.size() != 1
                ? targetModel
                : known.iterator().next();
    }

    private String pool(String configured) {
        Set<String> known =
                page == null || page.gauges().isEmpty() ? gauges.keySet() : page.gauges().keySet();
        if (configured != null || known.size() != 1) {
            return configured == null ? LastGauges.ONLY_POOL : configured;
        }
        return known.iterator().next();
    }

    private Outcome outcome(String gaugesOf) {
        if (failure != Outcome.OK || page == null) {
            return failure;
        }
        Gauges seen = page.gauges().get(gaugesOf);
        if (seen != null) {
            return seen.outcome();
        }
        if (kind == SourceKind.VLLM) {
            return page.counters().isEmpty() ? Outcome.MISSING : Outcome.MODEL_NOT_FOUND;
        }
        boolean several = gaugesOf.equals(LastGauges.ONLY_POOL) && page.gauges().size() > 1;
        return several ? Outcome.AMBIGUOUS_POOL : Outcome.MISSING;
    }

    private String detail(Outcome outcome, String targetModel) {
        return switch (outcome) {
            case OK -> null;
            case MODEL_NOT_FOUND ->
                    "the page knows %s, not %s; targetModel of the ref must be one of them"
                            .formatted(names(page.counters().keySet()), targetModel);
            case AMBIGUOUS_POOL ->
                    "the page knows the pools %s; set metrics.epp.pool to one of them"
                            .formatted(names(page.gauges().keySet()));
            case NO_READY_ENDPOINTS -> "the endpoint picker has no ready endpoint";
            case OUT_OF_RANGE -> "KV-cache use is not between 0 and 1";
            case NOT_A_NUMBER -> "KV-cache use is not a finite number";
            default -> "the page has no KV-cache use of " + targetModel;
        };
    }

    /** A page may know a thousand adapters, and a line is for people. */
    private static String names(Set<String> all) {
        String some =
                all.stream()
                        .sorted()
                        .limit(SHOWN)
                        .map(Excerpt::of)
                        .collect(Collectors.joining(", "));
        return all.size() <= SHOWN
                ? "[" + some + "]"
                : "[%s and %d more]".formatted(some, all.size() - SHOWN);
    }

    /** Models come and go at a target that serves adapters; what is gone for long costs memory. */
    private void forget(long nowNanos, WindowRules rules) {
        long oldest = nowNanos - rules.unknownAfter().toNanos();
        gauges.entrySet()
                .removeIf(
                        entry ->
                                !page.gauges().containsKey(entry.getKey())
                                        && entry.getValue().seenBefore(oldest));
        windows.entrySet()
                .removeIf(
                        entry ->
                                !page.counters().containsKey(entry.getKey())
                                        && entry.getValue().seenBefore(oldest));
    }
}
