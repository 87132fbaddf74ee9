package dev.drover.weights.whatif;

/** Something that happens to one cluster for a while. */
record Incident(int cluster, Period period) {}
