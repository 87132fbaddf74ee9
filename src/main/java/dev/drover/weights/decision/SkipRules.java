package dev.drover.weights.decision;

import dev.drover.weights.objects.ExternalModel;
import java.util.Optional;

/** Which models are left alone, and why. */
final class SkipRules {
    private SkipRules() {}

    static Optional<ModelCondition> of(
            ExternalModel model, StrategyChoice strategy, boolean[] managed) {
        if (model.deleting()) {
            return Optional.of(ModelCondition.BEING_DELETED);
        }
        if (model.ownedByMigration()) {
            return Optional.of(ModelCondition.OWNED_BY_MIGRATION);
        }
        if (model.usableRefs() < 2) {
            return Optional.of(ModelCondition.FEWER_THAN_TWO_PROVIDERS);
        }
        if (strategy.strategy().isEmpty()) {
            return Optional.of(ModelCondition.RELEASED);
        }
        for (boolean any : managed) {
            if (any) {
                return Optional.empty();
            }
        }
        return Optional.of(ModelCondition.NOTHING_TO_MANAGE);
    }
}
