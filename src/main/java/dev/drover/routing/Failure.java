package dev.drover.routing;

/**
 * A set of routes that does not work together.
 *
 * @param at the file at which it showed, which need not be the one that causes it
 * @param subject the endpoint that is missing; empty for any other failure
 */
record Failure(RouteDocument at, String reason, String subject) {}
