package dev.drover.registry.decision;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Failure;
import java.util.Optional;

/**
 * Asks the answers of a pass. The first question that has none yet, or none that can be relied on,
 * is remembered; whoever asked it should stop there.
 */
final class Questions {
    private final Answers answers;
    private Read<?> wanted;
    private Failure failure;

    Questions(Answers answers) {
        this.answers = answers;
    }

    /** What is found or proven absent; empty when the asker has to stop. */
    <T> Optional<Answer<T>> ask(Read<T> read) {
        Optional<Answer<T>> answer = answers.of(read);
        if (answer.isEmpty()) {
            wanted = wanted == null ? read : wanted;
            return answer;
        }
        Optional<Failure> why = answer.get().failure();
        if (why.isPresent()) {
            failure = failure == null ? why.get() : failure;
            return Optional.empty();
        }
        return answer;
    }

    Optional<Read<?>> wanted() {
        return Optional.ofNullable(wanted);
    }

    Optional<Failure> failure() {
        return Optional.ofNullable(failure);
    }

    boolean stopped() {
        return wanted != null || failure != null;
    }
}
