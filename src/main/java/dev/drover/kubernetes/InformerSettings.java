package dev.drover.kubernetes;

import java.time.Duration;

/**
 * Times and sizes of an informer.
 *
 * @param relist between two real lists of a healthy informer, applied with ±10 % jitter
 * @param stalledAfter a watch without event and bookmark for so long is dead: a healthy one has a
 *     bookmark a minute
 * @param missingPoll between two looks at discovery while the kind is not served
 * @param firstRetry pause after a first failure; it doubles up to the cap of the failure's cause
 * @param openTimeout until a watch must have been answered
 * @param keptUnused how long an informer outlives its last user; longer than a reload of routes
 * @param pageSize objects of one page of a list
 */
record InformerSettings(
        Duration relist,
        Duration stalledAfter,
        Duration missingPoll,
        Duration firstRetry,
        Duration openTimeout,
        Duration keptUnused,
        int pageSize) {

    /** The values of production. */
    static InformerSettings relistingEvery(Duration relist) {
        return new InformerSettings(
                relist,
                Duration.ofSeconds(150),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                500);
    }
}
