package dev.drover.weights;

import dev.drover.intents.Mode;

/** How a balanced model is doing, and the sentence for it. */
final class Conditions {
    private Conditions() {}

    static ModelCondition of(Pass pass) {
        if (pass.observed.mode() == Mode.PAUSED) {
            return ModelCondition.PAUSED;
        }
        if (WriteRules.refusedFor(pass.observed).isPresent()) {
            return ModelCondition.WRITE_REFUSED;
        }
        if (pass.observed.mode() == Mode.OBSERVE) {
            return ModelCondition.OBSERVING;
        }
        boolean blind =
                pass.situation.eligible().size() >= 2
                        && !pass.comparable()
                        && pass.situation.eligible().stream()
                                .anyMatch(ref -> ref.figures().configured());
        if (blind) {
            return ModelCondition.NO_FRESH_METRICS;
        }
        boolean down =
                pass.situation.refs().stream()
                        .anyMatch(
                                ref ->
                                        ref.state() == RefState.DOWN
                                                || ref.state() == RefState.RAMP);
        return down ? ModelCondition.PROVIDER_DOWN : ModelCondition.BALANCED;
    }

    static String detail(ModelCondition condition, Observed observed) {
        return switch (condition) {
            case BALANCED -> "weights follow the load";
            case PROVIDER_DOWN -> "weights of the other providers follow the load";
            case NO_FRESH_METRICS ->
                    "Fewer than two providers have fresh metrics: weights are held";
            case WRITE_REFUSED ->
                    "Weights refused by the API server: "
                            + observed.lastWrite().map(LastWrite::cause).orElse("")
                            + "; tried again when the model changes, and hourly";
            case PAUSED -> "nothing is written until " + Mode.ANNOTATION + " changes";
            case OBSERVING -> "weights are decided and not written";
            case FEWER_THAN_TWO_PROVIDERS,
                    NOTHING_TO_MANAGE,
                    OWNED_BY_MIGRATION,
                    STRATEGY_NOT_OFFERED,
                    BEING_DELETED ->
                    "weights are left as they are";
        };
    }
}
