package dev.drover.registry.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Notice;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.mapping.ExternalId;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A workload that goes away, is gone, or asks for no record any more (rows 2 and 4): what is known
 * to be its record is closed, then nothing of Drover's holds it up.
 */
final class Ending {
    private final Situation situation;
    private final Answers answers;
    private final History history;
    private final Closing closing;
    private final Map<Place, Closing.Cause> places = new LinkedHashMap<>();

    Ending(Situation situation, Answers answers) {
        this.situation = situation;
        this.answers = answers;
        this.history = new History(situation);
        this.closing = new Closing(situation, answers, history);
    }

    /** Row 2. */
    Step deleted() {
        collect(Closing.Cause.DELETED);
        Optional<Read<?>> identity = byIdentity();
        if (identity.isPresent()) {
            return Step.want(identity.get());
        }
        boolean all = closeAll();
        Optional<Read<?>> wanted = closing.questions().wanted();
        if (wanted.isPresent()) {
            return Step.want(wanted.get());
        }
        if (!all) {
            return Step.decided(unrecorded(closing.questions().failure().orElseThrow()));
        }
        return Step.decided(isGivenUp() ? givenUp() : ended());
    }

    /** Row 4. */
    Step unlinked() {
        collect(Closing.Cause.UNLINKED);
        boolean all = closeAll();
        Optional<Read<?>> wanted = closing.questions().wanted();
        if (wanted.isPresent()) {
            return Step.want(wanted.get());
        }
        if (!all && !closing.questions().failedForGood()) {
            Decision failing =
                    Failing.decision(situation, closing.questions().failure().orElseThrow());
            return Step.decided(failing.with(closed(), history.remember(failing.memory())));
        }
        List<Intent> intents = new ArrayList<>();
        Optional<Duration> later = Optional.empty();
        Workload workload = situation.object();
        MetadataPatch patch = new MetadataPatch(workload);
        if (situation.facts().isPresent()) {
            patch.removeAnnotation(Workload.REGISTRY);
        }
        if (!patch.isEmpty()) {
            Questions questions = new Questions(answers);
            Optional<Turn> turn = LinkTurns.ask(situation, questions);
            if (turn.isEmpty()) {
                return questions.stop(situation);
            }
            if (!turn.get().isNow()) {
                later = turn.get().after();
            } else {
                intents.add(
                        patch.intent(
                                MetadataPatch.NAME,
                                new Wording(situation)
                                        .announcing(
                                                "unlink",
                                                "Unlinked",
                                                MetadataPatch.NAME,
                                                "unlinked: no label asks for a record")));
            }
        }
        Decision unlinked = decision(intents, Standing.skipped("Unlinked"), false);
        return Step.decided(later.map(unlinked::lookingAgain).orElse(unlinked));
    }

    /** Every place where a record of this object may be. */
    private void collect(Closing.Cause cause) {
        for (KnownRecord known : situation.own()) {
            if (known.record().state() == DesiredState.DEPLOYED) {
                places.put(Place.of(known), cause);
            }
        }
        for (KnownRecord orphan : situation.orphans()) {
            places.putIfAbsent(Place.of(orphan), Closing.Cause.ORPHAN);
        }
        situation.workload().ifPresent(workload -> linked(workload, cause));
    }

    private void linked(Workload workload, Closing.Cause cause) {
        Optional<Facts> facts = workload.facts().filter(it -> Workload.isId(it.record()));
        Optional<String> link = situation.link();
        facts.ifPresent(it -> place(it.registry(), it.record(), cause));
        if (facts.isEmpty() && link.isPresent() && situation.resolution().resolved()) {
            place(situation.registry(), link.get(), cause);
        }
    }

    private void place(String registry, String id, Closing.Cause cause) {
        Place place = new Place(registry, id);
        boolean closed =
                situation.own().stream()
                        .anyMatch(
                                it ->
                                        Place.of(it).equals(place)
                                                && it.record().state() == DesiredState.UNDEPLOYED);
        if (!closed) {
            places.put(place, cause);
        }
    }

    /** A record that was made, and not named on the workload before it went away. */
    private Optional<Read<?>> byIdentity() {
        if (!places.isEmpty()
                || !situation.own().isEmpty()
                || situation.workload().isEmpty()
                || !situation.resolution().resolved()
                || situation.modelLabel().filter(Workload::isId).isEmpty()) {
            return Optional.empty();
        }
        String identity =
                new ExternalId(
                                situation.kind(),
                                situation.object().uid(),
                                situation.modelLabel().get())
                        .text();
        Optional<Answer<RegistryRecord>> answer =
                closing.questions()
                        .ask(new Read.RecordIdentifiedBy(situation.registry(), identity));
        answer.flatMap(Answer::value)
                .ifPresent(found -> place(situation.registry(), found.id(), Closing.Cause.DELETED));
        return closing.questions().wanted();
    }

    private boolean closeAll() {
        boolean all = closing.questions().failure().isEmpty();
        for (Map.Entry<Place, Closing.Cause> entry : places.entrySet()) {
            Place place = entry.getKey();
            if (entry.getValue() == Closing.Cause.ORPHAN && !isOrphan(place)) {
                all &= !isBusy(); // after any other failure the next sweep finds it again
                continue;
            }
            all &= closing.close(place, entry.getValue());
        }
        return all;
    }

    /** Nobody saw an orphan's object go: the API server has to say so itself. */
    private boolean isOrphan(Place place) {
        return closing.questions()
                .ask(new Read.LiveObject(situation.key()))
                .flatMap(Answer::value)
                .filter(
                        it ->
                                it.state() == Presence.State.ABSENT
                                        || !it.uid().isEmpty() && !it.uid().equals(uidOf(place)))
                .isPresent();
    }

    private String uidOf(Place orphan) {
        return situation.orphans().stream()
                .filter(it -> Place.of(it).equals(orphan))
                .flatMap(it -> Ownership.identity(it.record()).stream())
                .map(ExternalId::uid)
                .findFirst()
                .orElse("");
    }

    private boolean isBusy() {
        return closing.questions().failure().filter(it -> it.reason() == Reason.BUSY).isPresent();
    }

    private Decision ended() {
        return decision(letGo(false), Standing.skipped("Deleted"), situation.gone());
    }

    /** The records cannot be read: the object waits for that no longer than it has to. */
    private Decision unrecorded(Failure failure) {
        boolean over =
                deadlinePassed()
                        || !situation.resolution().resolved()
                        || closing.questions().failedForGood();
        List<Intent> intents = closed();
        intents.addAll(over ? letGo(true) : List.of());
        Decision failing =
                Failing.decision(situation, failure)
                        .with(
                                intents,
                                history.remember(
                                        situation.memory().endingSince(situation.nowNanos())));
        return over ? failing : failing.lookingAgain(untilDeadline());
    }

    /** What can be closed is closed, whatever else cannot be read. */
    private List<Intent> closed() {
        List<Intent> intents = new ArrayList<>(closing.intents());
        intents.addAll(history.intents());
        return intents;
    }

    /**
     * The registry did not take the close last time: its reads alone say nothing about that, so the
     * object goes first once it has waited long enough, and at once where waiting does not help.
     */
    private boolean isGivenUp() {
        Optional<Standing> last =
                situation.memory().endingSince().isPresent()
                        ? situation.memory().standing()
                        : Optional.empty();
        return situation.isHeldUp()
                && !closing.intents().isEmpty()
                && last.filter(it -> it.state() != Standing.State.SKIPPED).isPresent()
                && (deadlinePassed() || last.get().reason().equals("Rejected"));
    }

    /** What is left to do is done when the object is gone, or by a sweep. */
    private Decision givenUp() {
        return Decision.nothing(situation.memory().standing().orElseThrow(), situation.memory())
                .with(letGo(true), situation.memory());
    }

    private boolean deadlinePassed() {
        return untilDeadline().isZero();
    }

    /** From when the deletion was asked for, or first seen, whichever is earlier. */
    private Duration untilDeadline() {
        Duration deadline = situation.configuration().deletion().finalizerDeadline();
        Optional<Instant> asked = situation.workload().flatMap(Workload::deletedAt);
        Duration byDate =
                asked.map(at -> Duration.between(at, situation.now())).orElse(Duration.ZERO);
        OptionalLong seen = situation.memory().endingSince();
        Duration bySight =
                seen.isPresent()
                        ? Duration.ofNanos(situation.nowNanos() - seen.getAsLong())
                        : Duration.ZERO;
        Duration passed = byDate.compareTo(bySight) > 0 ? byDate : bySight;
        Duration left = deadline.minus(passed);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Takes away what would hold the object up. */
    private List<Intent> letGo(boolean unrecorded) {
        if (situation.gone() || situation.workload().isEmpty()) {
            return List.of();
        }
        Finalizers finalizers = new Finalizers(situation);
        if (situation.object().hasFinalizer()) {
            return List.of(unrecorded ? finalizers.giveUp() : finalizers.remove());
        }
        boolean clears =
                situation.configuration().deletion().clearForeignFinalizers() && deadlinePassed();
        return clears && !finalizers.foreign().isEmpty()
                ? List.of(finalizers.removeForeign())
                : List.of();
    }

    private Decision decision(List<Intent> last, Standing standing, boolean done) {
        List<Intent> intents = new ArrayList<>(closing.intents());
        intents.addAll(last);
        intents.addAll(history.intents());
        return new Decision(
                intents,
                standing,
                situation.isHeldUp() && !deadlinePassed()
                        ? Optional.of(untilDeadline().plusMillis(100))
                        : Optional.empty(),
                Optional.empty(),
                history.remember(situation.memory().endingSince(situation.nowNanos())),
                List.of(),
                List.<Notice>of(),
                done);
    }
}
