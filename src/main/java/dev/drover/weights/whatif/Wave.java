package dev.drover.weights.whatif;

/**
 * Load that goes up and down like a sine.
 *
 * @param amplitude as part of the mean load, 0 to 1; 0 for none
 * @param seconds of one period
 */
record Wave(double amplitude, int seconds) {
    static final Wave NONE = new Wave(0, 1);

    double factor(int second) {
        return 1 + amplitude * StrictMath.sin(2 * Math.PI * second / seconds);
    }
}
