package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Mode;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.ServeAction;
import dev.drover.registry.objects.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The reverse direction (spec registry 11): a record that asks for a workload gets it, keeps it in
 * its form, and has it removed. What is not provably made of this record is left alone, and no
 * absence of an answer or of a record ever removes anything.
 */
final class Reversal {
    static final String DELETE = "DeleteWorkload";

    private final Situation situation;
    private final Answers answers;
    private final DeployRequest request;

    private Reversal(Situation situation, Answers answers, DeployRequest request) {
        this.situation = situation;
        this.answers = answers;
        this.request = request;
    }

    private static Optional<Reversal> of(Situation situation, Answers answers) {
        return situation
                .request()
                .filter(request -> situation.configuration().deploy().on())
                .map(request -> new Reversal(situation, answers, request));
    }

    /** Empty when nothing is to be done in this direction. */
    static Optional<Step> step(Situation situation, Answers answers) {
        return of(situation, answers).flatMap(Reversal::step);
    }

    /**
     * What the forward direction decided about a living workload, with what is to be said and
     * remembered of this one.
     */
    static Decision beside(Situation situation, Answers answers, Decision decision) {
        return of(situation, answers).map(it -> it.beside(decision)).orElse(decision);
    }

    private boolean asks() {
        return request.known().record().state() == DesiredState.DEPLOYED;
    }

    private Optional<Step> step() {
        if (situation.gone()) {
            return asks() ? Optional.of(create()) : Optional.empty();
        }
        Workload workload = situation.object();
        boolean paused = workload.mode() == Mode.PAUSED;
        if (paused || workload.terminating() || !isOurs(request.known().record())) {
            return Optional.empty(); // NameTaken is told beside what the forward direction does
        }
        return asks() ? new Correction(situation, answers, request).step() : delete(workload);
    }

    private Decision beside(Decision decision) {
        Decision named =
                nameTaken()
                        .map(text -> decision.saying(new Wording(situation), "NameTaken", text))
                        .orElse(decision);
        return asks() && isOurs(request.known().record())
                ? new Correction(situation, answers, request).beside(named)
                : named;
    }

    /** Records that ask for a workload of this name, which was not made of them. */
    private Optional<String> nameTaken() {
        List<String> records = new ArrayList<>();
        if (asks() && !isOurs(request.known().record())) {
            records.add(request.words());
        }
        records.addAll(request.rivals());
        return records.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "asked for by %s, but it exists and was not made of that"
                                .formatted(String.join(" and ", records)));
    }

    /** True of the record that the workload was made of. */
    private boolean isOurs(RegistryRecord record) {
        return Ownership.isSourceOf(
                record, situation.object(), request.registry(), situation.cluster());
    }

    /**
     * The workload that was there before may have had another record, and that one's registry may
     * be away: neither keeps the other waiting.
     */
    private Step create() {
        Step before = new Ending(situation, answers).deleted();
        if (before.wanted().isPresent() || isBusy(before)) {
            return before;
        }
        Step creation = new Creation(situation, answers, request).step();
        return creation.decision()
                .map(it -> Step.decided(it.after(before.decision().orElseThrow())))
                .orElse(creation);
    }

    private static boolean isBusy(Step step) {
        return step.decision()
                .flatMap(Decision::failure)
                .map(Failure::reason)
                .filter(Reason.BUSY::equals)
                .isPresent();
    }

    private Optional<Step> delete(Workload workload) {
        if (!request.withdrawn()) {
            return Optional.empty();
        }
        Questions questions = new Questions(answers);
        Optional<RegistryRecord> fresh =
                questions
                        .ask(new Read.RecordWithId(request.registry(), request.id()))
                        .flatMap(Answer::value);
        if (fresh.isEmpty()) {
            return questions.wanted().map(Step::want); // an answer that is missing removes nothing
        }
        if (fresh.get().state() != DesiredState.UNDEPLOYED || !isOurs(fresh.get())) {
            return Optional.empty();
        }
        Optional<Turn> turn = DeployTurns.ask(request, Read.DeployTurn.What.DELETE, "", questions);
        if (turn.isEmpty()) {
            return questions.wanted().map(Step::want);
        }
        return Optional.of(
                turn.get().isNow()
                        ? delete(workload, new KnownRecord(request.registry(), fresh.get()))
                        : DeployTurns.waiting(situation, turn.get()));
    }

    private Step delete(Workload workload, KnownRecord source) {
        String text = "deleted: %s is UNDEPLOYED".formatted(request.words());
        Intent delete =
                new Intent.Delete(
                        DELETE,
                        workload.resource(),
                        workload.key(),
                        workload.uid(),
                        new Wording(situation).openly("deploy-delete", text));
        History history = new History(situation);
        history.deployed(source, ServeAction.State.COMPLETE);
        List<Intent> intents = new ArrayList<>(List.of(delete));
        intents.addAll(history.intents());
        return Step.decided(
                Decision.nothing(Standing.pending("Deleting", text), situation.memory())
                        .with(intents, history.remember(situation.memory())));
    }
}
