package dev.drover.weights;

import dev.drover.weights.DecisionSettings.Strategy;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which strategy a model is to be served with: its annotation's, else the configured one.
 *
 * @param word the strategy, or {@code none}
 * @param finding what is wrong with the choice, if anything
 */
record StrategyChoice(String word, Optional<String> finding) {
    private static final String NONE = "none";
    private static final List<String> ACCEPTED =
            Stream.concat(
                            Arrays.stream(Strategy.values()).map(StrategyChoice::word),
                            Stream.of(NONE))
                    .toList();

    static StrategyChoice of(ExternalModel model, Strategy configured) {
        String wanted = model.annotations().get(ExternalModel.STRATEGY_ANNOTATION);
        boolean known = wanted == null || ACCEPTED.contains(wanted);
        String word = wanted != null && known ? wanted : word(configured);
        if (!known) {
            return new StrategyChoice(
                    word,
                    Optional.of(
                            ExternalModel.STRATEGY_ANNOTATION
                                    + " is \""
                                    + ModelReader.shown(wanted)
                                    + "\": "
                                    + word
                                    + " is used; accepted: "
                                    + String.join(", ", ACCEPTED)));
        }
        return new StrategyChoice(word, offered(word) ? Optional.empty() : refusal(word));
    }

    private static Optional<String> refusal(String word) {
        return Optional.of(
                "strategy "
                        + word
                        + " is not offered by this version: the model is left as it is; accepted: "
                        + word(Strategy.BALANCE));
    }

    private static boolean offered(String word) {
        return word.equals(word(Strategy.BALANCE));
    }

    boolean offered() {
        return offered(word);
    }

    private static String word(Strategy strategy) {
        return strategy.name().toLowerCase(Locale.ROOT);
    }
}
