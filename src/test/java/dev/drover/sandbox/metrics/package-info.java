/**
 * Metrics endpoints for tests: pages with settable figures or recorded bytes, and every bad habit.
 */
package dev.drover.sandbox.metrics;
