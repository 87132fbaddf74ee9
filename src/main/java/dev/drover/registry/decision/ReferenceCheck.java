package dev.drover.registry.decision;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.LifeState;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.Version;
import java.util.Optional;

/**
 * Whether model and version exist, belong together and are live (rows 12 and 20). Begins with what
 * the last read said.
 */
final class ReferenceCheck {
    private final Situation situation;
    private String invalid;
    private Optional<Boolean> archived;

    ReferenceCheck(Situation situation) {
        this.situation = situation;
        this.invalid = situation.knownToBeBad();
        this.archived = situation.archived();
    }

    /**
     * Reads them.
     *
     * @param record that the workload has already
     * @return false when an answer is missing
     */
    boolean read(Questions questions, Optional<RegistryRecord> record) {
        Optional<String> model = record.map(RegistryRecord::model).or(situation::modelLabel);
        if (model.isEmpty()) {
            return true;
        }
        Optional<Answer<Model>> answer =
                questions.ask(new Read.ModelWithId(situation.registry(), model.get()));
        if (answer.isEmpty()) {
            return false;
        }
        Optional<Model> known = answer.get().value();
        invalid =
                known.isPresent()
                        ? ""
                        : worded(
                                situation.modelLabel(),
                                situation.keys().model(),
                                model.get(),
                                "model %s does not exist".formatted(model.get()));
        archived = known.map(it -> it.state() == LifeState.ARCHIVED);
        return known.isEmpty() || version(questions, record, model.get());
    }

    private boolean version(Questions questions, Optional<RegistryRecord> record, String model) {
        Optional<String> id =
                situation.versionLabel().or(() -> record.flatMap(RegistryRecord::version));
        if (id.isEmpty()) {
            return true;
        }
        Optional<Answer<Version>> answer =
                questions.ask(new Read.VersionWithId(situation.registry(), id.get()));
        if (answer.isEmpty()) {
            return false;
        }
        Optional<Version> known = answer.get().value();
        if (known.isEmpty()) {
            invalid = version(id.get(), "model version %s does not exist".formatted(id.get()));
        } else if (!known.get().model().equals(model)) {
            invalid =
                    version(
                            id.get(),
                            "model version %s is not a version of model %s"
                                    .formatted(id.get(), model));
        } else if (known.get().state() == LifeState.ARCHIVED) {
            archived = Optional.of(true);
        }
        return true;
    }

    private String version(String id, String what) {
        return worded(situation.versionLabel(), situation.keys().version(), id, what);
    }

    /** Says which label is to be corrected, unless it is the record that names the id. */
    private String worded(Optional<String> label, String key, String id, String what) {
        String there = "%s in registry %s".formatted(what, situation.registry());
        return label.filter(id::equals).isPresent() ? "label %s: %s".formatted(key, there) : there;
    }

    /** What is wrong with M or V; empty = nothing. */
    String invalid() {
        return invalid;
    }

    /** Whether model or version is archived; empty = nobody knows yet. */
    Optional<Boolean> archived() {
        return archived;
    }
}
