package dev.drover.weights.polling;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * How often and how many. Everything is asked again at every tick.
 *
 * @param interval between two polls of an entry
 * @param jitter part of the interval by which it varies either way: 0.05
 * @param slots entries under way at once
 */
public record PollRhythm<T>(Function<T, Duration> interval, double jitter, IntSupplier slots) {}
