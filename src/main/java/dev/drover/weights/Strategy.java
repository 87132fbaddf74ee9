package dev.drover.weights;

/** How a split is computed from the figures of the clusters. */
public enum Strategy {
    /** Moves each share towards equal load, in small steps (weights 6.3). */
    BALANCE
}
