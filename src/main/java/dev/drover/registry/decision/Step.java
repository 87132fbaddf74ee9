package dev.drover.registry.decision;

import java.util.Optional;

/**
 * How far a decision has come with the answers it has.
 *
 * @param wanted what it has to know first; then there is no decision yet
 * @param decision present once nothing is wanted
 */
public record Step(Optional<Read<?>> wanted, Optional<Decision> decision) {
    static Step want(Read<?> read) {
        return new Step(Optional.of(read), Optional.empty());
    }

    static Step decided(Decision decision) {
        return new Step(Optional.empty(), Optional.of(decision));
    }
}
