package dev.drover.weights.scraping;

import dev.drover.weights.providers.Target;

/** Exchange properties of the route {@code weights-scrape}; a route of a user's may read them. */
final class ScrapeProperties {
    /** The {@link Target} of this scrape. */
    static final String TARGET = "DroverScrapeTarget";

    /** Monotonic time at which the scrape began, nanoseconds. */
    static final String STARTED = "DroverScrapeStarted";

    /** Name of the bean that makes the HTTP client; the route's endpoint names it. */
    static final String CLIENT = "client";

    private ScrapeProperties() {}
}
