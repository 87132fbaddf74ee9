package dev.drover.status;

import dev.drover.kubernetes.ObjectKey;
import java.time.Instant;

/**
 * One object of a flow in one line.
 *
 * @param kind {@code ExternalModel}
 * @param state as the flow's page calls it
 * @param reason of the state, one CamelCase word
 * @param decidedAt when that was decided, by the wall clock
 * @param summary what else is worth one line
 */
public record ObjectLine(
        String kind,
        ObjectKey object,
        String state,
        String reason,
        Instant decidedAt,
        String summary) {}
