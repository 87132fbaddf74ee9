package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.ServeAction;
import dev.drover.registry.mapping.OwnKey;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.objects.WorkloadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the workload that a record asks for, or says why not (spec registry 11, first row). */
final class Creation {
    static final String CREATE = "CreateWorkload";
    private static final Duration SLOWLY = Duration.ofMinutes(5);

    private final Situation situation;
    private final Answers answers;
    private final DeployRequest request;
    private final Questions questions;
    private final Wording wording;
    private final History history;

    Creation(Situation situation, Answers answers, DeployRequest request) {
        this.situation = situation;
        this.answers = answers;
        this.request = request;
        this.questions = new Questions(answers);
        this.wording = new Wording(situation);
        this.history = new History(situation);
    }

    /** What has to be read first, or the decision. */
    Step step() {
        Optional<RegistryRecord> fresh =
                questions
                        .ask(new Read.RecordWithId(request.registry(), request.id()))
                        .flatMap(Answer::value);
        if (fresh.isEmpty()) {
            return undecided(questions);
        }
        RegistryRecord record = fresh.get();
        if (record.state() != DesiredState.DEPLOYED || !Ownership.asksForWorkload(record)) {
            return nothing(Standing.skipped("NotAsked"));
        }
        if (!Ownership.isFree(record, situation.kind(), situation.key(), situation.cluster())) {
            return refused(taken(record));
        }
        DeployChecks checks = new DeployChecks(situation, answers, request.registry());
        if (!checks.pass(record)) {
            return checks.refusal().isEmpty()
                    ? undecided(checks.questions())
                    : refused(checks.refusal());
        }
        Optional<Turn> turn = DeployTurns.ask(request, Read.DeployTurn.What.CREATE, "", questions);
        if (turn.isEmpty()) {
            return undecided(questions);
        }
        return turn.get().isNow() ? create(record, checks) : waiting(turn.get());
    }

    private static String taken(RegistryRecord record) {
        OwnProperties own = OwnProperties.of(record.properties());
        return "it stands for another workload already: %s of cluster %s; a record makes one"
                .formatted(
                        own.text(OwnKey.UID)
                                .map(uid -> "uid " + uid)
                                .orElse("external id " + record.externalId().orElse("")),
                        own.text(OwnKey.CLUSTER).orElse("unknown"));
    }

    private Step create(RegistryRecord record, DeployChecks checks) {
        String version = checks.version().id();
        ObjectNode object =
                new DeployedFields(situation.keys(), request, record, version, checks.artifact())
                        .object(situation.key(), request);
        String text = "created from %s".formatted(request.words());
        Intent create =
                new Intent.Create(
                        CREATE,
                        WorkloadKind.INFERENCE_SERVICE.resource(),
                        situation.key(),
                        object,
                        new Intent.Account(
                                "deploy-create",
                                wording.line(text),
                                notice(Notice.Type.NORMAL, "DeployedFromRegistry", text)));
        history.deployed(
                new KnownRecord(request.registry(), Correction.at(record, version)),
                ServeAction.State.NEW);
        List<Intent> intents = new ArrayList<>(List.of(create));
        intents.addAll(history.intents());
        return Step.decided(
                Decision.nothing(Standing.pending("Deploying", text), situation.memory())
                        .with(intents, history.remember(situation.memory())));
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
        String text = "%s: %s".formatted(request.words(), why);
        Decision refused =
                Decision.nothing(Standing.failed("DeployRefused", text), situation.memory())
                        .lookingAgain(SLOWLY);
        return Step.decided(
                refused.telling(notice(Notice.Type.WARNING, "DeployRefused", text).orElseThrow()));
    }

    private Step waiting(Turn turn) {
        return turn.after().isPresent()
                ? DeployTurns.waiting(situation, turn)
                : refused("created three times within an hour");
    }

    private Step nothing(Standing standing) {
        return Step.decided(Decision.nothing(standing, situation.memory()));
    }

    /** The API takes Events about what does not exist, and people look for them by its name. */
    private Optional<Notice> notice(Notice.Type type, String reason, String text) {
        Notice.ObjectReference notThereYet =
                new Notice.ObjectReference(
                        "serving.kserve.io/v1beta1",
                        situation.kind().kind(),
                        situation.key().namespace(),
                        situation.key().name(),
                        null);
        return Optional.of(new Notice(notThereYet, type, reason, CREATE, text));
    }
}
