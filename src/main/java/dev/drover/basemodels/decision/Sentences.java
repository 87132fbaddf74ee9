package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.ModelKind;
import dev.drover.basemodels.objects.ModelSource;
import dev.drover.basemodels.objects.Shown;
import dev.drover.basemodels.objects.StorageUri;
import dev.drover.basemodels.settings.Extractor;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** What is said in more than one place. */
final class Sentences {
    private Sentences() {}

    static String uriInvalid(ModelKind kind, ModelSource.Refused refused) {
        String accepted =
                switch (kind) {
                    case BASE_MODEL -> "pvc://<claim>/<path>";
                    case CLUSTER_BASE_MODEL -> "pvc://<namespace>:<claim>/<path>";
                };
        return "%s: storageUri \"%s\" %s; accepted: %s."
                .formatted(
                        refused.problem().word(),
                        refused.shown(),
                        refused.problem().sentence(),
                        accepted);
    }

    static String path(StorageUri uri) {
        return Shown.text(uri.shownPath());
    }

    /** The key that names the image, without the prefix of all. */
    static String imageKey(Situation situation) {
        return situation.settings().extractor() == Extractor.NATIVE
                ? "job.image"
                : "ome-agent.image";
    }

    /** Built from the annotation alone: it stays the same when the Job is gone. */
    static String extracted(Situation situation, Extraction extraction, Optional<String> size) {
        StringBuilder text = new StringBuilder();
        Map<String, String> fields = extraction.fields();
        text.append(
                fields.isEmpty()
                        ? "No field had to be filled"
                        : "Filled " + String.join(", ", fields.keySet()));
        if (!extraction.foundAt().isEmpty()) {
            text.append(" from ").append(extraction.foundAt());
        }
        size.ifPresent(it -> text.append("; size ").append(Shown.text(it)));
        if (!extraction.warnings().isEmpty()) {
            text.append("; warnings: ").append(String.join(", ", extraction.warnings()));
        }
        return text.append('.').append(servedFrom(situation)).toString();
    }

    /** A cluster model can be served in one namespace only: a Pod mounts claims of its own. */
    static String servedFrom(Situation situation) {
        return situation.model().kind() == ModelKind.BASE_MODEL
                ? ""
                : " InferenceServices using it must run in namespace "
                        + situation.uri().claim().namespace()
                        + ".";
    }

    /** The end of the message of a failed attempt. */
    static String nextAttempt(Optional<Instant> next) {
        return next.map(at -> " Next attempt at " + at.truncatedTo(ChronoUnit.SECONDS) + ".")
                .orElse(" No further attempt; set annotation drover.dev/re-extract to try again.");
    }

    /** Two sentences, the second perhaps empty, each with its stop. */
    static String joined(String sentence, String hint) {
        return (stopped(sentence) + " " + stopped(hint)).strip();
    }

    private static String stopped(String sentence) {
        String text = sentence.strip();
        return text.isEmpty() || text.matches("(?s).*[.!?]") ? text : text + ".";
    }

    /** The start of a long text. */
    static String start(String text, int characters) {
        return Shown.cut(text.strip(), characters);
    }
}
