package dev.drover.weights;

/** Decides how the traffic of a model is split. Pure: same inputs, same outputs, bit for bit. */
public final class Calculator {
    /** Decides anew from what is seen and what is remembered. */
    public Decision decide(Observed observed, ModelState state) {
        throw new UnsupportedOperationException();
    }
}
