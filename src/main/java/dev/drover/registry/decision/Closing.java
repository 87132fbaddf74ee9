package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.RecordChange;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.mapping.ExternalId;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.mapping.WantedRecord;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Closes records (spec registry 9.1): each is read afresh, and is written only if it still is what
 * it was taken for and not closed yet.
 */
final class Closing {
    /** Why a record is closed; label {@code cause} of {@code drover_registry_closed_total}. */
    enum Cause {
        DELETED,
        UNLINKED,
        REPLACED,
        ORPHAN;

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final Situation situation;
    private final Wording wording;
    private final Questions questions;
    private final History history;
    private final List<Intent> intents = new ArrayList<>();
    private final Set<Place> closed = new HashSet<>();

    Closing(Situation situation, Answers answers, History history) {
        this.situation = situation;
        this.wording = new Wording(situation);
        this.questions = new Questions(answers);
        this.history = history;
    }

    /**
     * Closes the record if it turns out to be open and ours.
     *
     * @return false when that is not known, so that it must be tried again
     */
    boolean close(Place place, Cause cause) {
        String registry = place.registry();
        Optional<Answer<RegistryRecord>> answer =
                questions.ask(new Read.RecordWithId(registry, place.id()));
        if (answer.isEmpty()) {
            return false;
        }
        Optional<RegistryRecord> found = answer.get().value();
        if (found.isEmpty()) {
            return closeByIdentity(place, cause);
        }
        return close(new KnownRecord(registry, found.get()), cause);
    }

    /**
     * A registry without its database, or with one dead connection, answers 404 to a request by ID
     * too; only the find by identity says that there is no record (spec registry 5.3).
     */
    private boolean closeByIdentity(Place place, Cause cause) {
        String registry = place.registry();
        Optional<String> identity = identity(place);
        if (identity.isEmpty()) {
            return questions.ask(new Read.HealthOf(registry)).isPresent(); // nothing else is known
        }
        Optional<Answer<RegistryRecord>> answer =
                questions.ask(new Read.RecordIdentifiedBy(registry, identity.get()));
        if (answer.isEmpty()) {
            return false;
        }
        Optional<RegistryRecord> found = answer.get().value();
        return found.isEmpty() || close(new KnownRecord(registry, found.get()), cause);
    }

    private Optional<String> identity(Place place) {
        return Stream.concat(situation.own().stream(), situation.orphans().stream())
                .filter(it -> Place.of(it).equals(place))
                .findFirst()
                .flatMap(it -> Ownership.identity(it.record()))
                .or(this::identityOfTheObject)
                .map(ExternalId::text);
    }

    private Optional<ExternalId> identityOfTheObject() {
        return situation
                .workload()
                .flatMap(
                        it ->
                                it.facts()
                                        .map(Facts::model)
                                        .filter(Workload::isId)
                                        .or(() -> situation.modelLabel().filter(Workload::isId))
                                        .map(model -> new ExternalId(it.kind(), it.uid(), model)));
    }

    private boolean close(KnownRecord known, Cause cause) {
        RegistryRecord record = known.record();
        if (record.state() == DesiredState.UNDEPLOYED || situation.isRegistrysOwn(record)) {
            return true;
        }
        Optional<Boolean> ours = isOurs(known);
        if (ours.isEmpty()) {
            return false;
        }
        if (!ours.get() || !closed.add(Place.of(known))) { // found by ID and identity
            return true;
        }
        RecordChange change =
                new RecordChange(
                        Optional.of(DesiredState.UNDEPLOYED),
                        WantedRecord.closed(OwnProperties.of(record.properties()))
                                .over(record.properties()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        intents.add(
                RegistryCalls.patchRecord(
                        known.registry(),
                        situation.key(),
                        record.id(),
                        change,
                        wording.announcing(
                                "close-" + cause.word(),
                                "RecordClosed",
                                RegistryCalls.PATCH_RECORD,
                                "record %s closed (%s)".formatted(record.id(), cause.word()))));
        history.closed(known);
        return true;
    }

    /** Empty when that needs an answer that is missing. */
    private Optional<Boolean> isOurs(KnownRecord known) {
        RegistryRecord record = known.record();
        if (isOfThisName(record)) {
            return Optional.of(true);
        }
        if (situation.workload().isEmpty()) {
            return Optional.of(false);
        }
        Workload workload = situation.object();
        if (Ownership.isOfUid(record, workload.kind(), workload.uid())
                || Ownership.isSourceOf(record, workload, known.registry(), situation.cluster())) {
            return Optional.of(true);
        }
        return Ownership.isNamedFor(record, workload)
                ? isOfThisEnvironment(known)
                : Optional.of(false);
    }

    private Optional<Boolean> isOfThisEnvironment(KnownRecord known) {
        return questions
                .ask(new Read.EnvironmentNamed(known.registry(), situation.environment()))
                .map(
                        answer ->
                                answer.value()
                                        .filter(it -> it.id().equals(known.record().environment()))
                                        .isPresent());
    }

    /** Of an earlier object of the same name, made by a Drover of this cluster. */
    private boolean isOfThisName(RegistryRecord record) {
        return situation
                .cluster()
                .filter(
                        cluster ->
                                Ownership.isOf(
                                        record,
                                        situation.kind(),
                                        situation.key().namespace(),
                                        situation.key().name(),
                                        cluster))
                .isPresent();
    }

    Questions questions() {
        return questions;
    }

    List<Intent> intents() {
        return intents;
    }
}
