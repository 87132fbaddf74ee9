package dev.drover.weights.metrics;

/**
 * What a page may cost. All are checked while the bytes arrive; the first excess ends the page.
 *
 * @param bodyBytes decompressed bytes of a page
 * @param lineBytes bytes of one wanted line, from its name to before its line feed
 * @param series kept series: distinct pairs of wanted name and label set
 */
public record Limits(long bodyBytes, int lineBytes, int series) {
    public Limits {
        if (bodyBytes < 1 || lineBytes < 1 || series < 1) {
            throw new IllegalArgumentException(
                    "limits must be positive: " + bodyBytes + ", " + lineBytes + ", " + series);
        }
    }
}
