package dev.drover.registry.decision;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Environment;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.mapping.ExternalId;
import dev.drover.registry.mapping.Names;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds a living workload's record, in the order of spec registry 7.1, as far as the answers go.
 * Each step ends the survey when it lacks an answer ({@link #wanted}) or got none that can be
 * relied on ({@link #failure}); what was found until then is not to be used.
 */
final class Survey {
    private static final Duration CONFIRMATION = Duration.ofSeconds(30);

    private final Situation situation;
    private final Questions questions;
    private final ReferenceCheck references;

    private String environment = "";
    private String linkElsewhere = "";
    private String foreignLink = "";
    private String missingLink = "";
    private String rejected = "";
    private boolean confirmed;
    private boolean nameHeld;
    private boolean adopts;
    private RegistryRecord record;
    private RegistryRecord previous;

    private Survey(Situation situation, Answers answers) {
        this.situation = situation;
        this.questions = new Questions(answers);
        this.references = new ReferenceCheck(situation);
    }

    static Survey of(Situation situation, Answers answers) {
        Survey survey = new Survey(situation, answers);
        boolean complete =
                survey.linked()
                        && survey.identity()
                        && survey.confirmation()
                        && survey.references();
        assert complete != survey.questions.stopped();
        return survey;
    }

    Optional<Read<?>> wanted() {
        return questions.wanted();
    }

    Optional<Failure> failure() {
        return questions.failure();
    }

    private boolean linked() {
        Optional<String> link = situation.link().or(this::source);
        if (link.isEmpty()) {
            return true;
        }
        if (isElsewhere(link.get())) {
            linkElsewhere = link.get();
            return true;
        }
        Optional<Answer<RegistryRecord>> answer =
                questions.ask(new Read.RecordWithId(situation.registry(), link.get()));
        if (answer.isEmpty()) {
            return false;
        }
        Optional<RegistryRecord> found = answer.get().value();
        if (found.isEmpty()) {
            missingLink = link.get();
            return true;
        }
        return judgeLinked(found.get());
    }

    /** The record that it was made of, which it need not name otherwise. */
    private Optional<String> source() {
        return situation.configuration().deploy().on()
                ? Ownership.source(situation.object(), situation.registry())
                : Optional.empty();
    }

    /** The record of that id is in another registry, as the annotation or the view knows. */
    private boolean isElsewhere(String link) {
        Optional<Facts> facts = situation.facts().filter(it -> it.record().equals(link));
        if (facts.isPresent()) {
            return !facts.get().registry().equals(situation.registry());
        }
        return situation.own().stream().anyMatch(it -> it.record().id().equals(link))
                && situation.own().stream()
                        .noneMatch(
                                it ->
                                        it.record().id().equals(link)
                                                && it.registry().equals(situation.registry()));
    }

    private boolean judgeLinked(RegistryRecord linked) {
        Workload workload = situation.object();
        boolean source =
                Ownership.isSourceOf(linked, workload, situation.registry(), situation.cluster());
        boolean ours = source || Ownership.isOfUid(linked, workload.kind(), workload.uid());
        if (!ours && linked.externalId().isEmpty()) {
            if (!environment()) {
                return false;
            }
            ours = Ownership.isAdoptable(linked, workload, environment);
        }
        if (!ours) {
            foreignLink = situation.link().orElse("");
        } else if (situation.modelLabel().filter(it -> !it.equals(linked.model())).isPresent()
                && !(source && situation.isRegistrysOwn(linked))) { // there M follows the record
            previous = linked;
        } else {
            take(linked);
        }
        return true;
    }

    private void take(RegistryRecord found) {
        record = found;
        adopts = !Ownership.isOfUid(found, situation.kind(), situation.object().uid());
    }

    private boolean environment() {
        if (!environment.isEmpty()) {
            return true;
        }
        Optional<Answer<Environment>> answer =
                questions.ask(
                        new Read.EnvironmentNamed(situation.registry(), situation.environment()));
        answer.flatMap(Answer::value).ifPresent(it -> environment = it.id());
        return answer.isPresent();
    }

    /** Looks for the record by what only it can carry, where the link did not lead to it. */
    private boolean identity() {
        Optional<String> model = model();
        if (record != null || model.isEmpty()) {
            return true;
        }
        if (!environment()) {
            return false;
        }
        Workload workload = situation.object();
        String external = new ExternalId(workload.kind(), workload.uid(), model.get()).text();
        Optional<Answer<RegistryRecord>> answer =
                questions.ask(new Read.RecordIdentifiedBy(situation.registry(), external));
        if (answer.isEmpty()) {
            return false;
        }
        Optional<RegistryRecord> found = answer.get().value();
        if (found.isEmpty()) {
            return environment.isEmpty() || byName(model.get());
        }
        if (found.get().model().equals(model.get())) {
            take(found.get());
        } else {
            rejected =
                    "record %s has this workload's identity and another model"
                            .formatted(found.get().id());
        }
        return true;
    }

    /** M; where it was removed, the model that was linked last in this registry. */
    private Optional<String> model() {
        return situation
                .modelLabel()
                .or(
                        () ->
                                situation
                                        .facts()
                                        .filter(it -> it.registry().equals(situation.registry()))
                                        .map(Facts::model)
                                        .filter(Workload::isId));
    }

    private boolean byName(String model) {
        Workload workload = situation.object();
        String name = Names.record(workload.key().name(), workload.uid());
        if (previous == null || !previous.name().equals(name)) {
            Optional<Answer<RegistryRecord>> answer = named(name);
            if (answer.isEmpty()) {
                return false;
            }
            if (answer.get().value().isEmpty()) {
                return true;
            }
            if (takes(answer.get().value().get(), model)) {
                return true;
            }
        }
        nameHeld = true;
        Optional<Answer<RegistryRecord>> longer =
                named(Names.record(workload.key().name(), workload.uid(), model));
        longer.flatMap(Answer::value)
                .filter(found -> !takes(found, model))
                .ifPresent(
                        found ->
                                rejected =
                                        "record %s holds the name %s"
                                                .formatted(found.id(), found.name()));
        return longer.isPresent();
    }

    private Optional<Answer<RegistryRecord>> named(String name) {
        return questions.ask(new Read.RecordNamed(situation.registry(), name, environment));
    }

    private boolean takes(RegistryRecord found, String model) {
        if (!found.model().equals(model)
                || !Ownership.isAdoptable(found, situation.object(), environment)) {
            return false;
        }
        take(found);
        return true;
    }

    /** A linked record that is gone is believed only when it stays so (spec registry 5.3). */
    private boolean confirmation() {
        if (record != null || missingLink.isEmpty() || !rejected.isEmpty()) {
            confirmed = true;
            return true;
        }
        confirmed =
                situation
                                .memory()
                                .missingFor(situation.linkOf(missingLink), situation.nowNanos())
                                .orElse(0)
                        >= CONFIRMATION.toNanos();
        return questions.ask(new Read.HealthOf(situation.registry())).isPresent();
    }

    /** Reads model and version before something new is recorded of them, or once an hour. */
    private boolean references() {
        boolean reads =
                situation.referencesDue()
                        || references.invalid().isEmpty() && recordsSomethingNew();
        return !rejected.isEmpty()
                || !confirmed
                || !reads
                || references.read(questions, Optional.ofNullable(record));
    }

    private boolean recordsSomethingNew() {
        return record == null ? situation.modelLabel().isPresent() : changesVersion();
    }

    /** V names another version than the record, and the record follows. */
    boolean changesVersion() {
        return record != null
                && !(situation.isRegistrysOwn(record) && record.version().isPresent())
                && situation
                        .versionLabel()
                        .filter(it -> !record.version().equals(Optional.of(it)))
                        .isPresent();
    }

    /** The record, if there is one. */
    Optional<RegistryRecord> record() {
        return Optional.ofNullable(record);
    }

    /** It was found, but another controller has made it. */
    boolean adopts() {
        return adopts;
    }

    /** The record that was linked while the workload had another model. */
    Optional<RegistryRecord> previous() {
        return Optional.ofNullable(previous).filter(it -> it.state() == DesiredState.DEPLOYED);
    }

    /** Id of the environment; empty when the registry has none yet, or nobody had to ask. */
    String environmentId() {
        return environment;
    }

    /** Id of a record that the link names and that is somebody else's; empty = none. */
    String foreignLink() {
        return foreignLink;
    }

    /** Id of a record that the link names and that the registry does not have; empty = none. */
    String missingLink() {
        return missingLink;
    }

    /** Id of a record in another registry; empty = none. */
    String linkElsewhere() {
        return linkElsewhere;
    }

    /** True unless an absence still has to be seen again. */
    boolean confirmed() {
        return confirmed;
    }

    /** Why no record can be this workload's; empty = nothing is in the way. */
    String rejected() {
        return rejected;
    }

    /** What is wrong with M or V; empty = nothing. */
    String invalid() {
        return references.invalid();
    }

    /** Whether model or version is archived; empty = nobody knows yet. */
    Optional<Boolean> archived() {
        return references.archived();
    }

    /** The shorter name is another model's record's. */
    boolean nameHeld() {
        return nameHeld;
    }
}
