package dev.drover.weights.whatif;

/**
 * A part of the simulated time.
 *
 * @param from second it begins with
 * @param to second it ends before
 */
record Period(int from, int to) {
    boolean covers(int second) {
        return second >= from && second < to;
    }
}
