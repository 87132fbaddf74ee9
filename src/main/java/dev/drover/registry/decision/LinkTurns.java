package dev.drover.registry.decision;

import dev.drover.registry.api.Answer;
import java.util.Optional;

/** Whether a workload's metadata may be written now: those that serve already take turns (8.1). */
final class LinkTurns {
    private LinkTurns() {}

    /** Empty when that has to be asked first. */
    static Optional<Turn> ask(Situation situation, Questions questions) {
        return situation.object().ready()
                ? questions.ask(new Read.LinkTurn()).flatMap(Answer::value)
                : Optional.of(Turn.NOW);
    }
}
