package dev.drover.weights.metrics;

import java.util.OptionalLong;

/** The last valid figures of one model or pool. Guarded by the lock of its {@link SourceState}. */
final class LastGauges {
    /** Of a model or pool that was never seen. */
    static final LastGauges NEVER = new LastGauges();

    /** Stands for the pool of a page with one; no pool has this name. */
    static final String ONLY_POOL = "\0";

    private Double kv;
    private String kvName;
    private OptionalLong kvAtNanos = OptionalLong.empty();
    private Double queueDepth;
    private Double running;
    private final StallWatch stall = new StallWatch();
    private long seenNanos;

    /**
     * @param restarted the page says that its process is another one
     */
    void take(Gauges page, long nowNanos, boolean restarted) {
        seenNanos = nowNanos;
        stall.take(page.work(), restarted);
        if (page.kv() != null) {
            kv = stall.kv(page);
            kvName = page.kvName();
            kvAtNanos = OptionalLong.of(nowNanos);
        }
        queueDepth = page.queueDepth() == null ? queueDepth : page.queueDepth();
        running = page.running() == null ? running : page.running();
    }

    Double kv() {
        return kv;
    }

    String kvName() {
        return kvName;
    }

    OptionalLong kvAtNanos() {
        return kvAtNanos;
    }

    Double queueDepth() {
        return queueDepth;
    }

    Double running() {
        return running;
    }

    /** Whether its engines make progress. */
    Stall stall() {
        return stall.stall();
    }

    boolean seenBefore(long nanos) {
        return seenNanos - nanos < 0;
    }
}
