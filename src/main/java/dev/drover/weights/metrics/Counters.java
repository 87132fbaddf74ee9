package dev.drover.weights.metrics;

/**
 * What one page has counted for one model since its process started. A part is null when the page
 * does not have it. Immutable.
 */
public final class Counters {
    private final Cumulative endToEnd;
    private final Cumulative firstToken;
    private final Cumulative requests;

    private Counters(Cumulative endToEnd, Cumulative firstToken, Cumulative requests) {
        this.endToEnd = endToEnd;
        this.firstToken = firstToken;
        this.requests = requests;
    }

    /**
     * What a page counts of one model.
     *
     * @param requests null when the page counts none
     * @param errors null counts as 0 while there are requests: an error counter appears with the
     *     first error
     */
    public static Counters of(
            CumulativeSum endToEnd, CumulativeSum firstToken, Double requests, Double errors) {
        Cumulative pair =
                requests == null ? null : Cumulative.of(requests, errors == null ? 0 : errors);
        return new Counters(endToEnd.total(), firstToken.total(), pair);
    }

    Cumulative endToEnd() {
        return endToEnd;
    }

    Cumulative firstToken() {
        return firstToken;
    }

    /** Requests as count, errors as sum: the mean of such a window is its error rate. */
    Cumulative requests() {
        return requests;
    }
}
