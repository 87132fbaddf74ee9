package dev.drover.weights.whatif;

/**
 * A cluster gets another size.
 *
 * @param capacity from then on
 * @param at second
 */
record Change(int cluster, double capacity, int at) {}
