package dev.drover.weights.decision;

import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ModelReader;
import dev.drover.weights.settings.Strategy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which strategy a model is to be served with: its annotation's, else the configured one.
 *
 * @param strategy empty when the model is to be given back
 * @param finding what is wrong with the choice, if anything
 */
record StrategyChoice(Optional<Strategy> strategy, Optional<String> finding) {
    static final String NONE = "none";
    private static final List<String> ACCEPTED =
            Stream.concat(Arrays.stream(Strategy.values()).map(Strategy::word), Stream.of(NONE))
                    .toList();

    static StrategyChoice of(ExternalModel model, Strategy configured) {
        String wanted = model.annotations().get(ExternalModel.STRATEGY_ANNOTATION);
        if (wanted == null) {
            return new StrategyChoice(Optional.of(configured), Optional.empty());
        }
        if (wanted.equals(NONE)) {
            return new StrategyChoice(Optional.empty(), Optional.empty());
        }
        for (Strategy strategy : Strategy.values()) {
            if (strategy.word().equals(wanted)) {
                return new StrategyChoice(Optional.of(strategy), Optional.empty());
            }
        }
        return new StrategyChoice(
                Optional.of(configured), Optional.of(refusal(wanted, configured)));
    }

    private static String refusal(String wanted, Strategy configured) {
        return "%s is \"%s\": %s is used; accepted: %s"
                .formatted(
                        ExternalModel.STRATEGY_ANNOTATION,
                        ModelReader.shown(wanted),
                        configured.word(),
                        String.join(", ", ACCEPTED));
    }
}
