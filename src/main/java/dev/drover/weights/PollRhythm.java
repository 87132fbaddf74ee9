package dev.drover.weights;

import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * How often and how many. Everything is asked again at every tick.
 *
 * @param interval between two polls of an entry
 * @param jitter part of the interval by which it varies either way: 0.05
 * @param slots entries under way at once
 */
public record PollRhythm(Supplier<Duration> interval, double jitter, IntSupplier slots) {}
