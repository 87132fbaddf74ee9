package dev.drover.basemodels.extractor;

import static java.lang.Math.addExact;
import static java.lang.Math.multiplyExact;

import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The number of parameters that the dimensions of a transformer suggest (8.4, 3). Only the usual
 * spellings are read: a guess is worse than an empty field.
 */
final class ParameterEstimate {
    private ParameterEstimate() {}

    /**
     * Empty when a dimension that the formula needs is missing, or the number is beyond all reason.
     */
    static OptionalLong of(TextModel model) {
        OptionalLong hidden = model.positive("hidden_size");
        OptionalLong layers = model.positive("num_hidden_layers");
        if (hidden.isEmpty() || layers.isEmpty()) {
            return OptionalLong.empty();
        }
        long vocabulary = model.positive("vocab_size").orElse(0);
        OptionalLong experts =
                Stream.of("n_routed_experts", "num_local_experts", "num_experts")
                        .map(model::positive)
                        .filter(OptionalLong::isPresent)
                        .findFirst()
                        .orElse(OptionalLong.empty());
        try {
            long embedding = multiplyExact(vocabulary, hidden.getAsLong());
            OptionalLong layer =
                    experts.isPresent()
                            ? expertLayer(model, hidden.getAsLong(), experts.getAsLong())
                            : OptionalLong.of(multiplyExact(12, square(hidden.getAsLong())));
            return layer.isPresent()
                    ? OptionalLong.of(
                            addExact(
                                    embedding,
                                    multiplyExact(layers.getAsLong(), layer.getAsLong())))
                    : OptionalLong.empty();
        } catch (ArithmeticException beyondReason) {
            return OptionalLong.empty();
        }
    }

    /** Attention, shared and routed experts (two matrices each), router, two norms. */
    private static OptionalLong expertLayer(TextModel model, long hidden, long experts) {
        OptionalLong dense = model.positive("intermediate_size");
        OptionalLong expert = model.positive("moe_intermediate_size");
        long shared = model.positive("n_shared_experts").orElse(0);
        if (expert.isEmpty()) {
            expert = dense;
        }
        if (expert.isEmpty() || (shared > 0 && dense.isEmpty())) {
            return OptionalLong.empty();
        }
        long attention = multiplyExact(4, square(hidden));
        long sharedExperts = multiplyExact(shared, multiplyExact(2 * dense.orElse(0), hidden));
        long routedExperts =
                multiplyExact(experts, multiplyExact(multiplyExact(2, hidden), expert.getAsLong()));
        long router = multiplyExact(hidden, experts);
        long norms = multiplyExact(2, hidden);
        return OptionalLong.of(
                addExact(
                        addExact(attention, sharedExperts),
                        addExact(routedExperts, addExact(router, norms))));
    }

    private static long square(long value) {
        return multiplyExact(value, value);
    }
}
