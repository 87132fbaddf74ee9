package dev.drover.weights.decision;

import dev.drover.intents.Intent;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.settings.Strategy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether the weights that are wanted are written, and what is remembered of it.
 *
 * @param intent the patch, if there is one
 * @param pending the patch until it is seen in the object
 * @param published in observe mode, what was last published
 * @param timeline after this choice
 * @param memories after this choice
 * @param reason of the write, or why there is none
 * @param nextLook when that may change without any event
 */
@SuppressWarnings("ArrayRecordComponent") // read once, right where it was made
record WriteChoice(
        Optional<Intent> intent,
        Optional<Pending> pending,
        Map<RefKey, Integer> published,
        Timeline timeline,
        RefMemory[] memories,
        String reason,
        Optional<Duration> nextLook) {
    static final String FIRST = "first";
    static final String LOAD = "load";
    static final String STATE = "state";
    static final String RESTORE = "restore";
    static final String INTENT = "PatchWeights";

    static WriteChoice of(Pass pass) {
        Optional<Duration> refused = WriteRules.refusedFor(pass.observed, pass.before.pending());
        if (refused.isPresent()) {
            return nothing(pass, "write refused", pass.before.pending(), refused);
        }
        if (pass.observed.mode() == Mode.PAUSED) {
            return nothing(pass, "paused", pass.before.pending(), Optional.empty());
        }
        OptionalLong arrival = pass.situation.awaitedUntil();
        if (arrival.isPresent()) {
            Duration left = Duration.ofNanos(arrival.getAsLong() - pass.observed.nanos());
            return nothing(
                    pass, "a provider may still come", pass.before.pending(), Optional.of(left));
        }
        if (pass.transition) {
            return atOnce(pass);
        }
        if (pass.observed.strategy() == Strategy.HEALTH) {
            return nothing(pass, "the baseline stands");
        }
        if (pass.situation.allDown() != AllDown.NO) {
            return nothing(pass, "every managed ref is down");
        }
        if (!pass.settled() && !pass.timeline.firstMoveConsidered()) {
            Optional<Duration> wait = Optional.of(pass.settlesIn());
            return nothing(pass, "waiting for first scrape results", Optional.empty(), wait);
        }
        if (!pass.comparable()) {
            return nothing(pass, "fewer than two refs with fresh metrics");
        }
        if (pass.shift < pass.settings.deadband() || publishedAlready(pass)) {
            return nothing(pass, "shift below deadband");
        }
        Duration pause =
                WriteRules.writePause(
                        pass.timeline.written(), pass.settings, pass.observed.nanos());
        if (!pass.firstMove && !pause.isZero()) {
            return nothing(
                    pass, "min-write-interval not over", Optional.empty(), Optional.of(pause));
        }
        long contended =
                pass.contention.retryLeft(pass.observed.nanos(), pass.settings.contention());
        if (contended > 0 && pass.observed.mode() != Mode.OBSERVE) {
            return nothing(
                    pass, "contended", Optional.empty(), Optional.of(Duration.ofNanos(contended)));
        }
        return write(pass, pass.firstMove ? FIRST : LOAD);
    }

    /** What changed in state waits for nothing, unless somebody else keeps undoing it. */
    private static WriteChoice atOnce(Pass pass) {
        Duration pause =
                WriteRules.writePause(
                        pass.timeline.written(), pass.settings, pass.observed.nanos());
        if (pass.contention.contended() && !pause.isZero()) {
            return nothing(
                    pass,
                    "contended: min-write-interval not over",
                    Optional.empty(),
                    Optional.of(pause));
        }
        return publishedAlready(pass)
                ? nothing(pass, "published already")
                : write(pass, pass.firstMove ? FIRST : STATE);
    }

    private static boolean publishedAlready(Pass pass) {
        Map<RefKey, Integer> published = pass.before.published();
        if (pass.observed.mode() != Mode.OBSERVE || published.isEmpty()) {
            return false;
        }
        int[] last = new int[pass.desired.length];
        for (Ref ref : pass.situation.refs()) {
            last[ref.spec().index()] = published.getOrDefault(ref.key(), ref.weight());
        }
        boolean sameZeros = true;
        for (int i = 0; i < last.length; i++) {
            sameZeros &= last[i] == 0 == (pass.desired[i] == 0);
        }
        return sameZeros
                && Shift.between(last, pass.desired, pass.managed) < pass.settings.deadband();
    }

    private static WriteChoice nothing(Pass pass, String why) {
        return nothing(pass, why, Optional.empty(), Optional.empty());
    }

    private static WriteChoice nothing(
            Pass pass, String why, Optional<Pending> pending, Optional<Duration> nextLook) {
        return new WriteChoice(
                Optional.empty(),
                pending.filter(patch -> pass.unseen),
                pass.observed.mode() == Mode.OBSERVE ? pass.before.published() : Map.of(),
                pass.timeline,
                pass.memories,
                why,
                nextLook.filter(wait -> !wait.isZero()));
    }

    private static WriteChoice write(Pass pass, String reason) {
        Observed observed = pass.observed;
        WeightsState state =
                new WeightsState(observed.now(), reason, written(pass.situation, pass.desired));
        String text = StateJson.write(state);
        RefMemory[] memories =
                pass.firstMove && pass.observed.strategy() == Strategy.BALANCE
                        ? Split.firstMove(pass.situation).remembered(pass.memories)
                        : pass.memories;
        boolean observe = observed.mode() == Mode.OBSERVE;
        return new WriteChoice(
                Optional.of(intent(pass, reason, text)),
                observe
                        ? Optional.empty()
                        : Optional.of(new Pending(text, state, observed.nanos())),
                observe ? published(pass) : Map.of(),
                observe ? pass.timeline.writtenAt(observed.nanos(), reason) : pass.timeline,
                memories,
                reason,
                Optional.empty());
    }

    private static List<StateEntry> written(Situation situation, int[] weights) {
        return situation.refs().stream()
                .map(ref -> ref.next().written(weights[ref.spec().index()]))
                .toList();
    }

    private static Map<RefKey, Integer> published(Pass pass) {
        Map<RefKey, Integer> published = new HashMap<>();
        pass.situation
                .refs()
                .forEach(ref -> published.put(ref.key(), pass.desired[ref.spec().index()]));
        return published;
    }

    private static Intent intent(Pass pass, String reason, String text) {
        ExternalModel model = pass.observed.model();
        List<Ref> changed =
                pass.situation.refs().stream()
                        .filter(ref -> pass.desired[ref.spec().index()] != ref.weight())
                        .toList();
        Optional<Notice> notice =
                pass.ownership.known().written()
                        ? Optional.empty()
                        : Optional.of(
                                Announcement.notice(
                                        model,
                                        Notice.Type.NORMAL,
                                        "WeightsManaged",
                                        INTENT,
                                        "Weights are managed from now on: "
                                                + Wording.changes(changed, pass.desired)));
        String summary =
                Wording.summary(
                        pass.observed.mode(),
                        changed,
                        pass.desired,
                        reason,
                        pass.shift,
                        pass.loads);
        return new Intent.JsonPatch(
                INTENT,
                ExternalModel.RESOURCE,
                model.key(),
                "",
                WeightsPatch.of(model, pass.desired, text),
                new Intent.Account(reason, summary, notice));
    }
}
