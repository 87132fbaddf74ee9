package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Intent;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.objects.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Puts a workload back to what the record says that it was made of (spec registry 11): the fields
 * that follow the record and nothing else, three times an hour at most.
 */
final class Correction {
    static final String PATCH = "PatchWorkload";
    private static final Duration SLOWLY = Duration.ofMinutes(5);

    private final Situation situation;
    private final Answers answers;
    private final DeployRequest request;
    private final DeployChecks checks;
    private final RegistryRecord record;

    Correction(Situation situation, Answers answers, DeployRequest request) {
        this.situation = situation;
        this.answers = answers;
        this.request = request;
        this.checks = new DeployChecks(situation, answers, request.registry());
        this.record = pinned(situation, request.known().record());
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

    /** The version that was chosen when the workload was made stays. */
    private static RegistryRecord pinned(Situation situation, RegistryRecord record) {
        Optional<String> label =
                situation.object().label(situation.keys().version()).filter(Workload::isId);
        return record.version().isPresent() || label.isEmpty() ? record : at(record, label.get());
    }

    /** What a comparison depends on: while it is the same, there is nothing to put back. */
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

    /** Empty when there is nothing to put back, or no telling. */
    Optional<Step> step() {
        if (compared().equals(situation.memory().compared())) {
            return Optional.empty();
        }
        if (!checks.pass(record)) {
            // nothing new is made of what is refused, and nothing is taken away
            return checks.questions().wanted().map(Step::want);
        }
        return difference().flatMap(this::patch);
    }

    /** The memory of a comparison that was made, so that it is not made again. */
    Memory remember(Memory memory) {
        boolean same = checks.pass(record) && difference().isEmpty();
        return same ? memory.compared(compared()) : memory;
    }

    private Optional<ObjectNode> difference() {
        return new DeployedFields(
                        situation.keys(), request, record, checks.version().id(), checks.artifact())
                .correction(situation.object());
    }

    private Optional<Step> patch(ObjectNode difference) {
        Questions questions = new Questions(answers);
        Optional<Turn> turn =
                questions
                        .ask(
                                new Read.DeployTurn(
                                        request.registry(),
                                        request.id(),
                                        Read.DeployTurn.What.PATCH))
                        .flatMap(Answer::value);
        if (turn.isEmpty()) {
            return questions.wanted().map(Step::want);
        }
        if (!turn.get().isNow()) {
            return Optional.of(contention());
        }
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
        return Optional.of(Step.decided(decision.with(List.of(patch), decision.memory())));
    }

    private Step contention() {
        String text =
                "somebody else changes what record %s says; left as it is".formatted(request.id());
        return Step.decided(
                Decision.nothing(Standing.failed("DeployContention", text), situation.memory())
                        .lookingAgain(SLOWLY));
    }
}
