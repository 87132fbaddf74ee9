package dev.drover.config;

import java.time.Instant;

/**
 * Whether the file as it stands is what the process runs with, for the health detail.
 *
 * @param source the file, absent or not
 * @param lastError all problems of the edit that is ignored; empty while {@code valid}
 * @param lastGood when the configuration in force was read
 * @param since when the file was last seen to change
 */
public record ConfigurationStatus(
        boolean valid, String source, String lastError, Instant lastGood, Instant since) {}
