package dev.drover.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that somebody probably meant. */
public final class Suggestion {
    private Suggestion() {}

    /**
     * The candidate that takes the fewest edits (one letter inserted, removed, replaced, or two
     * neighbours swapped), if that is at most a third of the word and at most three; of equals the
     * alphabetically first.
     */
    public static Optional<String> closest(String word, Collection<String> candidates) {
        int most = Math.min(3, Math.max(1, word.length() / 3));
        return candidates.stream()
                .filter(candidate -> Math.abs(candidate.length() - word.length()) <= most)
                .filter(candidate -> edits(word, candidate) <= most)
                .min(
                        Comparator.<String>comparingInt(candidate -> edits(word, candidate))
                                .thenComparing(Comparator.naturalOrder()));
    }

    /** Optimal string alignment distance. */
    static int edits(String from, String to) {
        int[][] distance = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            distance[i][0] = i;
        }
        for (int j = 0; j <= to.length(); j++) {
            distance[0][j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            for (int j = 1; j <= to.length(); j++) {
                int replaced = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int best =
                        Math.min(
                                Math.min(distance[i - 1][j], distance[i][j - 1]) + 1,
                                distance[i - 1][j - 1] + replaced);
                boolean swapped =
                        i > 1
                                && j > 1
                                && from.charAt(i - 1) == to.charAt(j - 2)
                                && from.charAt(i - 2) == to.charAt(j - 1);
                distance[i][j] = swapped ? Math.min(best, distance[i - 2][j - 2] + 1) : best;
            }
        }
        return distance[from.length()][to.length()];
    }
}
