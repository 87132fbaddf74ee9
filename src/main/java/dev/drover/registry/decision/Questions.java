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
            failure = failure == null || isOfNoRegistry(failure) ? why.get() : failure;
            return Optional.empty();
        }
        return answer;
    }

    /** Waiting ends no such failure, so any other says more. */
    private static boolean isOfNoRegistry(Failure failure) {
        return failure.code().equals(Failure.UNKNOWN);
    }

    /** What follows of a question without an answer: to read, or to wait. */
    Step stop(Situation situation) {
        return wanted == null
                ? Step.decided(Failing.decision(situation, failure))
                : Step.want(wanted);
    }

    Optional<Read<?>> wanted() {
        return Optional.ofNullable(wanted);
    }

    Optional<Failure> failure() {
        return Optional.ofNullable(failure);
    }

    /** Every answer that is missing is of a registry that is not allowed any more. */
    boolean failedForGood() {
        return wanted == null && failure != null && isOfNoRegistry(failure);
    }

    boolean stopped() {
        return wanted != null || failure != null;
    }
}
