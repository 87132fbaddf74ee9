package dev.drover.weights.metrics;

/**
 * Watches whether one engine gets on with its work, page by page (spec weights 4.5). Guarded by the
 * lock of its {@link SourceState}.
 */
final class EngineWatch {
    private static final int STILL_PAGES = 3;
    private static final int IDLE_PAGES = 2;

    private Stall.Verdict verdict = Stall.Verdict.UNKNOWN;
    private boolean busy;
    private Double progress;
    private int still; // successive pages with work and the progress of the page before
    private int idle; // successive pages without work

    /**
     * @param restarted the page says that its process is another one
     */
    void take(EngineWork page, boolean restarted) {
        busy = page.busy();
        idle = busy ? 0 : idle + 1;
        boolean compared = progress != null && page.progress() != null;
        boolean same = compared && !restarted && progress.equals(page.progress());
        progress = page.progress();
        still = same && busy ? still + 1 : 0;
        if (still >= STILL_PAGES) {
            verdict = Stall.Verdict.STALLED;
        } else if (page.progress() == null || (compared && !same)) {
            verdict = Stall.Verdict.MOVES;
        } else if (!busy && (!stalled() || idle >= IDLE_PAGES)) {
            verdict = Stall.Verdict.MOVES;
        }
    }

    boolean stalled() {
        return verdict == Stall.Verdict.STALLED;
    }

    boolean moves() {
        return verdict == Stall.Verdict.MOVES;
    }

    /** It has work; an engine that stands still does not lose it by one page without. */
    boolean hasWork() {
        return busy || stalled();
    }
}
