package dev.drover.kubernetes;

import java.time.Duration;
import java.util.Optional;

/**
 * What the queue means to do with one object.
 *
 * @param working a worker has it now
 * @param attempt of the running or the next pass; 1 unless passes have failed
 * @param next until the next pass is due, zero when it waits for a worker; empty when only an event
 *     leads to one
 */
public record KeyView(boolean working, int attempt, Optional<Duration> next) {}
