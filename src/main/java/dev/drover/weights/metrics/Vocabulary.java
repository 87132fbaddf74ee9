package dev.drover.weights.metrics;

/** Which families a kind of source is asked for, and how its pages are understood. Immutable. */
public interface Vocabulary {
    Families families();

    PageReading reading();
}
