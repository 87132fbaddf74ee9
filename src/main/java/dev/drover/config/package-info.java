/**
 * Typed configuration: keys with type, range and default, read from a file and the environment,
 * checked as a whole before anything starts, and re-read while running. Knows nothing of the flows;
 * each flow declares its own {@link dev.drover.config.Schema}.
 */
package dev.drover.config;
