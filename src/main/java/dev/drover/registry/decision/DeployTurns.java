package dev.drover.registry.decision;

import dev.drover.registry.api.Answer;
import java.util.Optional;

/** Whether the reverse direction may act now: it takes turns (spec registry 11). */
final class DeployTurns {
    private DeployTurns() {}

    /**
     * Empty when that has to be asked first.
     *
     * @param form what the workload would be made into; empty where that is no matter
     */
    static Optional<Turn> ask(
            DeployRequest request, Read.DeployTurn.What what, String form, Questions questions) {
        return questions
                .ask(new Read.DeployTurn(request.registry(), request.id(), what, form))
                .flatMap(Answer::value);
    }

    /** Others are first. */
    static Step waiting(Situation situation, Turn turn) {
        Decision waiting =
                Decision.nothing(
                        Standing.pending("DeployPaced", "waits for its turn"), situation.memory());
        return Step.decided(turn.after().map(waiting::lookingAgain).orElse(waiting));
    }
}
