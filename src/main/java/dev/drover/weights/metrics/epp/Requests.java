package dev.drover.weights.metrics.epp;

import dev.drover.weights.metrics.Counters;
import dev.drover.weights.metrics.CumulativeSum;
import java.util.TreeMap;

/** What an endpoint picker has counted for one model, by rank of the prefix. */
final class Requests {
    private final TreeMap<Integer, Generation> generations = new TreeMap<>();

    private static final class Generation {
        private final CumulativeSum duration = new CumulativeSum();
        private final CumulativeSum firstToken = new CumulativeSum();
        private final CumulativeSum requests = new CumulativeSum();
        private final CumulativeSum errors = new CumulativeSum();
    }

    void add(PickerVocabulary.Use use, String le, double value) {
        Generation generation = generations.computeIfAbsent(use.rank(), rank -> new Generation());
        switch (use.figure()) {
            case DURATION_BUCKET -> generation.duration.bucket(le, value);
            case DURATION_SUM -> generation.duration.sum(value);
            case DURATION_COUNT -> generation.duration.count(value);
            case FIRST_TOKEN_BUCKET -> generation.firstToken.bucket(le, value);
            case FIRST_TOKEN_SUM -> generation.firstToken.sum(value);
            case FIRST_TOKEN_COUNT -> generation.firstToken.count(value);
            case REQUESTS -> generation.requests.count(value);
            case ERRORS -> generation.errors.count(value);
            default -> throw new IllegalArgumentException(use + " is not of requests");
        }
    }

    Counters counters() {
        Generation used = generations.firstEntry().getValue();
        return Counters.of(
                used.duration, used.firstToken, used.requests.count(), used.errors.count());
    }
}
