package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.intents.Ledger;
import dev.drover.intents.Outcome;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.objects.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts a workload back to what the record says that it was made of (spec registry 11): the fields
 * that follow the record and nothing else, three times an hour at most. Whatever this comes to but
 * a patch, the forward direction goes on beside it.
 */
final class Correction {
    static final String PATCH = "PatchWorkload";
    private static final Duration SLOWLY = Duration.ofMinutes(5);
    private static final Set<Outcome> TURNED_DOWN =
            Set.of(Outcome.INVALID, Outcome.DENIED, Outcome.FORBIDDEN);

    private final Situation situation;
    private final DeployRequest request;
    private final DeployChecks checks;
    private final Questions questions;
    private final RegistryRecord record;

    Correction(Situation situation, Answers answers, DeployRequest request) {
        this.situation = situation;
        this.request = request;
        this.checks = new DeployChecks(situation, answers, request.registry());
        this.questions = new Questions(answers);
        this.record = pinned(situation, latest(situation, request));
    }

    /** The record as it would be with this version. */
    static RegistryRecord at(RegistryRecord record, String version) {
        return new RegistryRecord(
                record.id(),
                record.name(),
                record.externalId(),
                record.environment(),
                record.model(),
                Optional.of(version),
                record.runtime(),
                record.state(),
                record.properties());
    }

    /** As a walk has seen it, or as a pass has read or written it since. */
    private static RegistryRecord latest(Situation situation, DeployRequest request) {
        return situation.own().stream()
                .filter(it -> it.registry().equals(request.registry()))
                .map(KnownRecord::record)
                .filter(it -> it.id().equals(request.id()))
                .findFirst()
                .orElse(request.known().record());
    }

    /** The version that was chosen when the workload was made stays. */
    private static RegistryRecord pinned(Situation situation, RegistryRecord record) {
        Optional<String> label =
                situation.object().label(situation.keys().version()).filter(Workload::isId);
        return record.version().isPresent() || label.isEmpty() ? record : at(record, label.get());
    }

    /** What has to be read first, or the patch. */
    Optional<Step> step() {
        if (remembered().isPresent()) {
            return Optional.empty();
        }
        if (!checks.pass(record)) {
            // nothing new is made of what is refused, and nothing is taken away
            return checks.questions().wanted().map(Step::want);
        }
        Optional<ObjectNode> difference = fields().correction(situation);
        if (difference.isEmpty()) {
            return Optional.empty();
        }
        Optional<Turn> turn = turn();
        if (turn.isEmpty()) {
            return questions.wanted().map(Step::want);
        }
        return turn.get().isNow() ? Optional.of(patch(difference.get())) : Optional.empty();
    }

    /** What the forward direction decided, with what is to be said and remembered of this one. */
    Decision beside(Decision decision) {
        Optional<Comparison> comparison = remembered().or(this::comparison);
        if (comparison.isEmpty()) {
            return decision;
        }
        Decision remembering =
                decision.with(decision.intents(), decision.memory().compared(comparison.get()));
        Duration left = Duration.ofNanos(comparison.get().untilNanos() - situation.nowNanos());
        return switch (comparison.get().verdict()) {
            case SAME, REFUSED -> remembering;
            case PACED -> remembering.lookingAgainWithin(left);
            case CONTENDED -> saying(contended(), remembering).lookingAgainWithin(left);
            case DENIED -> saying(denied(), remembering).lookingAgainWithin(left);
        };
    }

    private Standing contended() {
        return Standing.failed(
                "DeployContention",
                "somebody else changes what record %s says; left as it is".formatted(request.id()));
    }

    private Standing denied() {
        return Standing.failed(
                "DeployRefused",
                "what record %s says cannot be put back: %s"
                        .formatted(
                                request.id(),
                                situation.refusal().map(Ledger.Failure::message).orElse("")));
    }

    /** Said of a workload that nothing else is wrong with. */
    private static Decision saying(Standing standing, Decision decision) {
        return decision.standing().state() == Standing.State.SYNCED
                ? decision.standing(standing)
                : decision;
    }

    private Optional<Comparison> remembered() {
        return situation
                .memory()
                .compared()
                .filter(it -> it.of().equals(compared()))
                .filter(this::holds)
                .or(this::turnedDown);
    }

    private boolean holds(Comparison comparison) {
        return comparison.untilNanos() - situation.nowNanos() > 0;
    }

    /** The same again helps no sooner than somebody has changed a policy, or the workload. */
    private Optional<Comparison> turnedDown() {
        return situation
                .refusal()
                .filter(it -> it.intent().equals(PATCH))
                .filter(it -> TURNED_DOWN.contains(it.outcome()))
                .filter(it -> it.generation() == situation.object().generation())
                .map(
                        it ->
                                new Comparison(
                                        compared(),
                                        Comparison.Verdict.DENIED,
                                        it.atNanos() + SLOWLY.toNanos()))
                .filter(this::holds);
    }

    /** Empty while it is not known, and when there is something to put back. */
    private Optional<Comparison> comparison() {
        if (!checks.pass(record)) {
            return checks.refusal().isEmpty()
                    ? Optional.empty()
                    : Optional.of(comparison(Comparison.Verdict.REFUSED, SLOWLY));
        }
        if (fields().correction(situation).isEmpty()) {
            return Optional.of(
                    comparison(
                            Comparison.Verdict.SAME, situation.configuration().sweep().interval()));
        }
        return turn().filter(it -> !it.isNow())
                .map(
                        turn ->
                                turn.after().isPresent()
                                        ? comparison(Comparison.Verdict.PACED, turn.after().get())
                                        : comparison(Comparison.Verdict.CONTENDED, SLOWLY));
    }

    private Comparison comparison(Comparison.Verdict verdict, Duration goodFor) {
        return new Comparison(compared(), verdict, situation.nowNanos() + goodFor.toNanos());
    }

    /** What a comparison depends on, but for the artifact. */
    private String compared() {
        Workload workload = situation.object();
        return "%d %s %s %s %s"
                .formatted(
                        workload.generation(),
                        new TreeMap<>(workload.labels()),
                        record.model(),
                        record.version(),
                        record.runtime());
    }

    /** Only after the checks have passed. */
    private DeployedFields fields() {
        return new DeployedFields(
                situation.keys(), request, record, checks.version().id(), checks.artifact());
    }

    private Optional<Turn> turn() {
        return DeployTurns.ask(request, Read.DeployTurn.What.PATCH, fields().form(), questions);
    }

    private Step patch(ObjectNode difference) {
        Workload workload = situation.object();
        Intent patch =
                new Intent.MergePatch(
                        PATCH,
                        workload.resource(),
                        workload.key(),
                        "",
                        difference,
                        new Wording(situation)
                                .openly(
                                        "deploy-patch",
                                        "put back to what record %s of %s says"
                                                .formatted(record.id(), request.registry())));
        Decision decision = Decision.nothing(Standing.synced(), situation.memory());
        return Step.decided(decision.with(List.of(patch), decision.memory()));
    }
}
