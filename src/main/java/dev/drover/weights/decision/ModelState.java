package dev.drover.weights.decision;

import dev.drover.intents.Mode;
import dev.drover.weights.objects.ExternalModel;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What decisions about one model remember from pass to pass. Opaque: made by {@link Calculator},
 * kept by UID, dropped when the model or the leadership is gone. Losing it costs the smoothing and
 * the fraction below the deadband, nothing else.
 *
 * @param uid of the model; a state of another UID counts as empty
 * @param known what stands in the object and why
 * @param pending a patch not seen in the object yet
 * @param published in observe mode, the weights that were last published
 * @param mode of the last pass
 * @param latencyFrom setting and source of the smoothed latencies, which do not compare with others
 * @param timeline when things happened
 * @param contention whether another writer puts weights back
 * @param released when a patch that gives the model back was handed out
 * @param zeroRefused the API server was seen to refuse a weight of 0
 * @param refs smoothed figures
 * @param told what people know already
 */
public record ModelState(
        String uid,
        Optional<Known> known,
        Optional<Pending> pending,
        Map<RefKey, Integer> published,
        Mode mode,
        String latencyFrom,
        Timeline timeline,
        Contention contention,
        OptionalLong released,
        boolean zeroRefused,
        Map<RefKey, RefMemory> refs,
        Told told) {
    private static final ModelState EMPTY = startOf("");

    public ModelState {
        published = Map.copyOf(published);
        refs = Map.copyOf(refs);
    }

    private static ModelState startOf(String uid) {
        return new ModelState(
                uid,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Mode.APPLY,
                "",
                Timeline.START,
                Contention.NONE,
                OptionalLong.empty(),
                false,
                Map.of(),
                Told.NOTHING);
    }

    /** Nothing is remembered: the first look at a model. */
    public static ModelState empty() {
        return EMPTY;
    }

    /** This state if it is that object's, else an empty one for it. */
    ModelState of(ExternalModel model) {
        return uid.equals(model.uid()) ? this : startOf(model.uid());
    }

    RefMemory ref(RefKey key) {
        return refs.getOrDefault(key, RefMemory.NONE);
    }

    /**
     * Who pauses a model and removes its annotation wants it forgotten: memory replaces an
     * annotation that was lost, not one that was taken away on purpose.
     */
    ModelState forgettingWhatWasRemoved(Observed observed) {
        boolean removed =
                observed.mode() == Mode.PAUSED
                        && known.filter(Known::written).isPresent()
                        && !observed.model()
                                .annotations()
                                .containsKey(ExternalModel.STATE_ANNOTATION);
        return removed || givenBack(observed) ? forgotten() : this;
    }

    /** The patch that gives the model back has reached the object. */
    private boolean givenBack(Observed observed) {
        boolean annotated =
                observed.model().annotations().containsKey(ExternalModel.STATE_ANNOTATION);
        boolean confirmed =
                observed.lastWrite()
                        .filter(write -> write.outcome() == LastWrite.Outcome.APPLIED)
                        .filter(write -> write.atNanos() - released.orElse(0) >= 0)
                        .isPresent();
        boolean wasAnnotated = known.flatMap(Known::text).isPresent();
        return released.isPresent() && !annotated && (wasAnnotated || confirmed);
    }

    private ModelState forgotten() {
        return new ModelState(
                uid,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                mode,
                latencyFrom,
                timeline.withoutWrites(),
                Contention.NONE,
                OptionalLong.empty(),
                zeroRefused,
                refs,
                told);
    }
}
