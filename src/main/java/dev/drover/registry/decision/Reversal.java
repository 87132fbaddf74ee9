package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.ServeAction;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The reverse direction (spec registry 11): a record that asks for a workload gets it, keeps it in
 * its form, and has it removed. What is not provably made of this record is left alone, and no
 * absence of an answer or of a record ever removes anything.
 */
final class Reversal {
    static final String CREATE = "CreateWorkload";
    static final String DELETE = "DeleteWorkload";
    private static final Duration SLOWLY = Duration.ofMinutes(5);

    private final Situation situation;
    private final Answers answers;
    private final DeployRequest request;
    private final Wording wording;
    private final History history;

    private Reversal(Situation situation, Answers answers, DeployRequest request) {
        this.situation = situation;
        this.answers = answers;
        this.request = request;
        this.wording = new Wording(situation);
        this.history = new History(situation);
    }

    /** Empty when nothing is to be done in this direction. */
    static Optional<Step> step(Situation situation, Answers answers) {
        return situation
                .request()
                .filter(request -> situation.configuration().deploy().on())
                .flatMap(request -> new Reversal(situation, answers, request).step());
    }

    private Optional<Step> step() {
        if (situation.gone()) {
            return request.known().record().state() == DesiredState.DEPLOYED
                    ? Optional.of(create())
                    : Optional.empty();
        }
        Workload workload = situation.object();
        boolean paused = workload.mode() == Mode.PAUSED;
        if (paused || workload.terminating() || !isOurs(workload)) {
            return Optional.empty(); // NameTaken is told beside what the forward direction does
        }
        return request.known().record().state() == DesiredState.UNDEPLOYED
                ? delete(workload)
                : new Correction(situation, answers, request).step();
    }

    /** What a comparison with the record came to, so that it is not made again. */
    static Memory remember(Situation situation, Answers answers, Memory memory) {
        return situation
                .request()
                .filter(request -> situation.configuration().deploy().on())
                .filter(request -> isOurs(situation.object(), request))
                .map(request -> new Correction(situation, answers, request).remember(memory))
                .orElse(memory);
    }

    /** A workload of that name is somebody else's. */
    static Optional<String> nameTaken(Situation situation) {
        return situation
                .request()
                .filter(request -> situation.configuration().deploy().on() && !situation.gone())
                .filter(request -> request.known().record().state() == DesiredState.DEPLOYED)
                .filter(request -> !isOurs(situation.object(), request))
                .map(
                        request ->
                                "record %s of %s asks for a workload of this name, which exists and was not made of it"
                                        .formatted(request.id(), request.registry()));
    }

    private boolean isOurs(Workload workload) {
        return isOurs(workload, request);
    }

    /** True for the workload that was made of the record. */
    static boolean isOurs(Workload workload, DeployRequest request) {
        return "drover".equals(workload.labels().get(DeployedFields.MANAGED_BY))
                && request.origin().equals(workload.annotations().get(Workload.DEPLOYED_FROM))
                && workload.key().name().equals(request.known().record().name());
    }

    private Step create() {
        Questions questions = new Questions(answers);
        Optional<RegistryRecord> fresh = fresh(questions);
        if (fresh.isEmpty()) {
            return undecided(questions);
        }
        RegistryRecord record = fresh.get();
        if (record.state() != DesiredState.DEPLOYED || !Ownership.asksForWorkload(record)) {
            return nothing(Standing.skipped("NotAsked"));
        }
        DeployChecks checks = new DeployChecks(situation, answers, request.registry());
        if (!checks.pass(record)) {
            return checks.refusal().isEmpty()
                    ? undecided(checks.questions())
                    : refused(checks.refusal());
        }
        Optional<Turn> turn = turn(questions, Read.DeployTurn.What.CREATE);
        if (turn.isEmpty()) {
            return undecided(questions);
        }
        if (!turn.get().isNow()) {
            return waiting(turn.get(), "created three times within an hour");
        }
        ObjectNode object =
                new DeployedFields(
                                situation.keys(),
                                request,
                                record,
                                checks.version().id(),
                                checks.artifact())
                        .object(situation.key(), request);
        String text = "created from record %s of %s".formatted(record.id(), request.registry());
        Intent create =
                new Intent.Create(
                        CREATE,
                        WorkloadKind.INFERENCE_SERVICE.resource(),
                        situation.key(),
                        object,
                        new Intent.Account(
                                "deploy-create",
                                wording.line(text),
                                notice(Notice.Type.NORMAL, "DeployedFromRegistry", CREATE, text)));
        history.deployed(
                new KnownRecord(request.registry(), Correction.at(record, checks.version().id())),
                ServeAction.State.NEW);
        return decided(List.of(create), Standing.pending("Deploying", text));
    }

    private Optional<Step> delete(Workload workload) {
        if (!request.withdrawn()) {
            return Optional.empty();
        }
        Questions questions = new Questions(answers);
        Optional<RegistryRecord> fresh = fresh(questions);
        if (fresh.isEmpty()) {
            return questions.wanted().map(Step::want); // an answer that is missing removes nothing
        }
        if (fresh.get().state() != DesiredState.UNDEPLOYED
                || !Ownership.asksForWorkload(fresh.get())) {
            return Optional.empty();
        }
        Optional<Turn> turn = turn(questions, Read.DeployTurn.What.DELETE);
        if (turn.isEmpty()) {
            return questions.wanted().map(Step::want);
        }
        if (!turn.get().isNow()) {
            return Optional.of(waiting(turn.get(), "deleted too often"));
        }
        String text =
                "deleted: record %s of %s is UNDEPLOYED"
                        .formatted(request.id(), request.registry());
        Intent delete =
                new Intent.Delete(
                        DELETE,
                        workload.resource(),
                        workload.key(),
                        workload.uid(),
                        wording.openly("deploy-delete", text));
        history.deployed(
                new KnownRecord(request.registry(), fresh.get()), ServeAction.State.COMPLETE);
        return Optional.of(decided(List.of(delete), Standing.pending("Deleting", text)));
    }

    private Optional<RegistryRecord> fresh(Questions questions) {
        return questions
                .ask(new Read.RecordWithId(request.registry(), request.id()))
                .flatMap(Answer::value);
    }

    private Optional<Turn> turn(Questions questions, Read.DeployTurn.What what) {
        return questions
                .ask(new Read.DeployTurn(request.registry(), request.id(), what))
                .flatMap(Answer::value);
    }

    private Step undecided(Questions questions) {
        if (questions.wanted().isPresent()) {
            return Step.want(questions.wanted().get());
        }
        Optional<Failure> failure = questions.failure();
        return failure.isPresent()
                ? Step.decided(Failing.decision(situation, failure.get()))
                : nothing(Standing.skipped("NotAsked")); // it is not there: that makes nothing
    }

    private Step refused(String why) {
        String text = "record %s of %s: %s".formatted(request.id(), request.registry(), why);
        Standing standing = Standing.failed("DeployRefused", text);
        return Step.decided(
                new Decision(
                        List.of(),
                        standing,
                        Optional.of(SLOWLY),
                        Optional.empty(),
                        situation.memory(),
                        List.of(),
                        notice(Notice.Type.WARNING, "DeployRefused", CREATE, text).stream()
                                .toList(),
                        false));
    }

    private Step waiting(Turn turn, String why) {
        return turn.after().isPresent()
                ? Step.decided(
                        Decision.nothing(
                                        Standing.pending("DeployPaced", "waits for its turn"),
                                        situation.memory())
                                .lookingAgain(turn.after().get()))
                : refused(why);
    }

    private Step nothing(Standing standing) {
        return Step.decided(Decision.nothing(standing, situation.memory()));
    }

    private Step decided(List<Intent> first, Standing standing) {
        List<Intent> intents = new ArrayList<>(first);
        intents.addAll(history.intents());
        return Step.decided(
                new Decision(
                        intents,
                        standing,
                        Optional.empty(),
                        Optional.empty(),
                        history.remember(situation.memory()),
                        List.of(),
                        List.of(),
                        false));
    }

    private Optional<Notice> notice(Notice.Type type, String reason, String action, String text) {
        Optional<Notice> own = wording.notice(type, reason, action, text);
        return own.isPresent()
                ? own
                : Optional.of(new Notice(notThereYet(), type, reason, action, text));
    }

    /** The API takes Events about what does not exist, and people look for them by its name. */
    private Notice.ObjectReference notThereYet() {
        return new Notice.ObjectReference(
                "serving.kserve.io/v1beta1",
                situation.kind().kind(),
                situation.key().namespace(),
                situation.key().name(),
                null);
    }
}
