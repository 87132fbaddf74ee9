package dev.drover.registry.decision;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Environment;
import dev.drover.registry.api.RegistryRecord;

/**
 * Known records as answers. They may show that nothing is to be done; a decision that writes is
 * made again with answers of this pass.
 */
public final class Remembered {
    private Remembered() {}

    /** What the situation's view has to say. */
    public static Answers answers(Situation situation) {
        Answers answers = Answers.none();
        for (KnownRecord known : situation.view()) {
            RegistryRecord record = known.record();
            answers =
                    answers.with(
                            new Read.RecordWithId(known.registry(), record.id()),
                            new Answer.Found<>(record));
            if (record.externalId().isPresent()) {
                answers =
                        answers.with(
                                new Read.RecordIdentifiedBy(
                                        known.registry(), record.externalId().get()),
                                new Answer.Found<>(record));
            }
            answers =
                    answers.with(
                            new Read.EnvironmentNamed(known.registry(), situation.environment()),
                            new Answer.Found<>(
                                    new Environment(
                                            record.environment(), situation.environment())));
        }
        return answers;
    }
}
