/**
 * Finds the YAML routes that are built in and those that a user put into a directory, checks the
 * latter, and says which of them run. Knows nothing of the flows but their names.
 */
package dev.drover.routing;
