package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.Fingerprint;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the annotation {@code drover.dev/extraction} remembers of a model's extractions.
 *
 * @param fingerprint of the last one; empty when there was none
 * @param done it succeeded, so that its fingerprint needs no Job any more
 * @param fields filled by Drover, with the hash of the value; survives failures and new
 *     fingerprints
 * @param attempts that failed, of this fingerprint
 * @param job {@code namespace/name} of the last attempt
 * @param at when the result was made
 * @param foundAt the configuration file, relative to the model's directory
 * @param warnings codes
 * @param fail why the last attempt failed
 * @param next not before then is it tried again
 */
record Extraction(
        String fingerprint,
        boolean done,
        Map<String, String> fields,
        int attempts,
        String job,
        String jobUid,
        Optional<Instant> at,
        String foundAt,
        List<String> warnings,
        Optional<Fail> fail,
        Optional<Instant> next) {
    static final String ANNOTATION = "drover.dev/extraction";

    static final Extraction NONE =
            new Extraction(
                    "",
                    false,
                    Map.of(),
                    0,
                    "",
                    "",
                    Optional.empty(),
                    "",
                    List.of(),
                    Optional.empty(),
                    Optional.empty());

    /**
     * A failed attempt.
     *
     * @param exit of the container, -1 when it has none
     * @param message sentence and hint, without the words of others
     */
    record Fail(Cause cause, int exit, String message, Instant at) {}

    Extraction {
        fields = Collections.unmodifiableMap(new TreeMap<>(fields)); // equal ones look equal
        warnings = List.copyOf(warnings);
    }

    /** This when it is about the fingerprint, else only what survives: who filled which field. */
    Extraction about(Fingerprint wanted) {
        return fingerprint.equals(wanted.value())
                ? this
                : new Extraction(
                        wanted.value(),
                        false,
                        fields,
                        0,
                        "",
                        "",
                        Optional.empty(),
                        "",
                        List.of(),
                        Optional.empty(),
                        Optional.empty());
    }

    Extraction failed(int attempt, String ofJob, String uid, Fail failure, Optional<Instant> then) {
        return new Extraction(
                fingerprint,
                false,
                fields,
                attempt,
                ofJob,
                uid,
                Optional.empty(),
                "",
                List.of(),
                Optional.of(failure),
                then);
    }

    Extraction succeeded(String byJob, String uid, Found found, Map<String, String> nowOurs) {
        return new Extraction(
                fingerprint,
                true,
                nowOurs,
                attempts,
                byJob,
                uid,
                Optional.of(found.at()),
                found.foundAt(),
                found.warnings(),
                Optional.empty(),
                Optional.empty());
    }

    /** As it will be read again from the annotation: whole seconds, a message that fits. */
    Extraction normal() {
        return ExtractionJson.read(ExtractionJson.write(this));
    }

    Extraction withNext(Optional<Instant> then) {
        return new Extraction(
                fingerprint,
                done,
                fields,
                attempts,
                job,
                jobUid,
                at,
                foundAt,
                warnings,
                fail,
                then);
    }
}
