package dev.drover.config;

/**
 * A key as the process runs with it, for the start block and the status page.
 *
 * @param value as its source wrote it; {@code ******} for a secret that is set
 * @param source {@code default}, {@code /etc/drover/drover.properties, line 4} or {@code
 *     DROVER_MODE}
 * @param defaultText what it would be if nobody set it
 * @param live whether an edit applies without a restart
 */
public record EffectiveValue(
        String name, String value, String source, String defaultText, boolean live) {

    /** Whether somebody set it to something else than its default. */
    public boolean differs() {
        return !value.equals(defaultText);
    }
}
