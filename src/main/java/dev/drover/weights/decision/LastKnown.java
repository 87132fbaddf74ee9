package dev.drover.weights.decision;

import dev.drover.weights.decision.LastWrite.Outcome;
import dev.drover.weights.objects.ExternalModel;
import java.util.Optional;

/**
 * What Drover last wrote into an object, from its annotation, or from memory where the annotation
 * says nothing (more).
 *
 * @param known empty when Drover has never written the model
 * @param read what the annotation says, when that is new to this process
 * @param confirmed the pending patch, when it is found to have been written
 * @param unreadable the annotation has a text that means nothing
 */
record LastKnown(
        Optional<Known> known,
        Optional<WeightsState> read,
        Optional<Pending> confirmed,
        boolean unreadable) {
    static LastKnown of(Observed observed, ModelState memory) {
        Optional<String> text =
                Optional.ofNullable(
                        observed.model().annotations().get(ExternalModel.STATE_ANNOTATION));
        Optional<Pending> confirmed =
                memory.pending()
                        .filter(
                                pending ->
                                        text.equals(Optional.of(pending.text()))
                                                || applied(pending, observed.lastWrite()));
        Optional<Known> remembered = confirmed.map(Pending::known).or(memory::known);
        boolean news = text.isPresent() && !text.equals(remembered.flatMap(Known::text));
        Optional<WeightsState> read = news ? StateJson.read(text.get()) : Optional.empty();
        Optional<Known> known =
                read.map(state -> new Known(text, state, true)).or(() -> remembered);
        return new LastKnown(known, read, confirmed, news && read.isEmpty());
    }

    private static boolean applied(Pending pending, Optional<LastWrite> lastWrite) {
        return lastWrite
                .filter(write -> write.outcome() == Outcome.APPLIED)
                .filter(write -> write.atNanos() - pending.atNanos() >= 0)
                .isPresent();
    }
}
