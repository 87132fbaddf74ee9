package dev.drover.status;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** What a flow tells the outside about itself. Every method is cheap and thread-safe. */
public interface Flow {
    /** {@code weights}, {@code registry} or {@code basemodels}. */
    String name();

    /** Whether this process leads the flow. */
    boolean leading();

    /** Identity of the leader, as far as known. */
    Optional<String> holder();

    /** Routes that should run here and do not, and for how long that has been so. */
    SortedMap<String, Duration> routesNotStarted();

    /** The mode of the whole flow: {@code apply} or {@code observe}. */
    String mode();

    /**
     * More for the health detail: missing CRDs, forbidden verbs, …. Texts, numbers, booleans and
     * collections of these; no secrets.
     */
    Map<String, Object> details();
}
