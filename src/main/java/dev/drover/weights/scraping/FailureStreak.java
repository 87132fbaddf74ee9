package dev.drover.weights.scraping;

/**
 * Whether something fails, judged by several results in a row: one failure is not news. Not
 * thread-safe.
 */
final class FailureStreak {
    private static final int FAILS_AFTER = 3;
    private static final int WORKS_AFTER = 2;

    private int inARow; // results that speak against the present state
    private boolean failing;

    /** What a result changed. */
    enum Change {
        NONE,
        FAILS,
        WORKS_AGAIN
    }

    Change add(boolean good) {
        if (good != failing) {
            inARow = 0;
            return Change.NONE;
        }
        inARow++;
        if (inARow < (failing ? WORKS_AFTER : FAILS_AFTER)) {
            return Change.NONE;
        }
        inARow = 0;
        failing = !failing;
        return failing ? Change.FAILS : Change.WORKS_AGAIN;
    }

    boolean failing() {
        return failing;
    }
}
