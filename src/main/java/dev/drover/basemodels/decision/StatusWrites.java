package dev.drover.basemodels.decision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.StorageUri;
import dev.drover.intents.Intent;
import dev.drover.intents.Ledger;
import dev.drover.intents.Notice;
import dev.drover.intents.ResultReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a verdict reaches users: the status, or with a CRD that has no conditions the state and the
 * annotation; with an Event when cause or Job change. Held back while somebody else keeps undoing
 * it.
 */
final class StatusWrites {
    private static final int UNDONE = 3;
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final String ACTION = "Reconcile";

    private final Inputs inputs;
    private final BaseModel model;
    private final Optional<StorageUri> uri;
    private final Writes writes;
    private final Plan plan;
    private final List<Notice> notices = new ArrayList<>();
    private ModelStatus status;
    private LastShown last;
    private Memory memory;
    private Optional<Duration> contendedFor = Optional.empty();
    private boolean contentionIsNews;

    StatusWrites(Inputs inputs, Optional<StorageUri> uri, Writes writes, Plan plan, Memory memory) {
        this.inputs = inputs;
        this.model = inputs.model();
        this.uri = uri;
        this.writes = writes;
        this.plan = plan;
        this.memory = memory;
        this.status = ModelStatus.of(model, inputs.conditionsSupported());
        this.last = LastShown.of(inputs);
    }

    /** The writes that show the verdict, after those of the plan; none when it is shown already. */
    List<Intent> tell(Verdict verdict) {
        return tell(verdict, plan.spec().isEmpty());
    }

    /** The same, before {@code spec} is patched. */
    List<Intent> tellBefore(Verdict verdict) {
        return tell(verdict, true);
    }

    private List<Intent> tell(Verdict verdict, boolean sameSpec) {
        List<Intent> tells = new ArrayList<>();
        boolean differs = !sameSpec || !status.says(verdict, plan.bound(), model.generation());
        if (!inputs.conditionsSupported()) {
            note(verdict).ifPresent(tells::add);
        }
        if (differs && allowed(verdict)) {
            ObjectNode patch =
                    status.patch(verdict, plan.bound(), generation(sameSpec), inputs.now());
            tells.add(
                    writes.patchStatus(
                            patch,
                            verdict.cause().word(),
                            inputs.conditionsSupported() ? event(verdict) : Optional.empty()));
            status = status.after(patch);
            last = LastShown.ofMessage(verdict.message());
        } else if (!differs) {
            settled();
        }
        return tells;
    }

    private Optional<Intent> note(Verdict verdict) {
        String text =
                uri.map(it -> ClaimNote.text(model, it, inputs.claim(), Optional.of(verdict)))
                        .orElseGet(() -> ClaimNote.text(model, verdict));
        if (text.equals(model.annotations().get(ClaimNote.ANNOTATION))) {
            return Optional.empty();
        }
        Optional<Notice> event = event(verdict);
        last = LastShown.ofMessage(verdict.message());
        return Optional.of(
                writes.patchAnnotations(
                        Map.of(ClaimNote.ANNOTATION, Optional.of(text)),
                        verdict.cause().word(),
                        event));
    }

    private Optional<Notice> event(Verdict verdict) {
        return last.tells(verdict) ? Optional.empty() : Optional.of(writes.notice(verdict, ACTION));
    }

    /** The generation that the status is about: of the spec as this pass leaves it. */
    private JsonNode generation(boolean sameSpec) {
        return sameSpec
                ? LongNode.valueOf(model.generation())
                : ResultReference.to(IntentNames.PATCH_SPEC, "/metadata/generation");
    }

    /** False while the same status was undone three times within ten minutes. */
    private boolean allowed(Verdict verdict) {
        boolean contended = memory.told().equals(Cause.STATUS_CONTENDED.word());
        List<Long> ours = writesOfThisOutcome();
        int limit = contended ? 1 : UNDONE;
        if (ours.size() < limit) {
            return true;
        }
        long newest = ours.get(ours.size() - 1);
        contendedFor = Optional.of(WINDOW.minusNanos(inputs.nanos() - newest));
        if (!contended) {
            contentionIsNews = true;
            Verdict contention =
                    Verdict.of(
                            Cause.STATUS_CONTENDED,
                            "Another controller writes this status: "
                                    + verdict.cause().word()
                                    + " was undone three times in ten minutes; see kubectl get"
                                    + " --show-managed-fields.");
            notices.add(writes.notice(contention, ACTION));
            memory = memory.telling(Cause.STATUS_CONTENDED.word());
        }
        return false;
    }

    /** Times of the writes within the window that showed what is to be shown now. */
    private List<Long> writesOfThisOutcome() {
        return inputs.ledger().writes().stream()
                .filter(write -> write.intent().equals(IntentNames.PATCH_STATUS))
                .map(Ledger.Write::atNanos)
                .filter(at -> at - memory.sinceNanos() > 0)
                .filter(at -> inputs.nanos() - at < WINDOW.toNanos())
                .toList();
    }

    /** What was written last has stayed; after a whole window the contention is over. */
    private void settled() {
        if (memory.told().equals(Cause.STATUS_CONTENDED.word())
                && writesOfThisOutcome().isEmpty()) {
            memory = memory.telling("");
        }
    }

    Cause cause(Verdict shown) {
        return contendedFor.isPresent() ? Cause.STATUS_CONTENDED : shown.cause();
    }

    Memory memory() {
        return memory;
    }

    List<Notice> notices() {
        return notices;
    }

    /** The line about a contention, once; other decisions without intents log nothing. */
    Optional<LogLine> warning() {
        return contentionIsNews
                ? Optional.of(
                        new LogLine(
                                true,
                                "Reconciling %s: %s"
                                        .formatted(model, notices.get(notices.size() - 1).note())))
                : Optional.empty();
    }

    Optional<Duration> look(Verdict shown) {
        Optional<Duration> own =
                plan.look().or(() -> shown.cause().pace().next(Writing.lasted(inputs, shown)));
        return own.isPresent() && contendedFor.isPresent()
                ? own.filter(it -> it.compareTo(contendedFor.get()) < 0).or(() -> contendedFor)
                : own.or(() -> contendedFor);
    }
}
