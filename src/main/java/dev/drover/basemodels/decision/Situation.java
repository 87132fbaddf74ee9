package dev.drover.basemodels.decision;

import dev.drover.basemodels.job.Fingerprint;
import dev.drover.basemodels.job.JobNames;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.Claim;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.objects.StorageUri;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.kubernetes.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A model on a claim that exists: which question is open, and how far its answer has come.
 *
 * @param extraction what is recorded about this fingerprint
 */
record Situation(
        Inputs inputs,
        StorageUri uri,
        Claim claim,
        Fingerprint fingerprint,
        Extraction extraction,
        Questions questions) {
    static Situation of(Inputs inputs, StorageUri uri, Claim claim, Questions questions) {
        Fingerprint fingerprint = Fingerprint.of(inputs.model(), uri, claim.uid());
        Extraction recorded =
                ExtractionJson.read(inputs.model().annotations().get(Extraction.ANNOTATION));
        return new Situation(
                inputs, uri, claim, fingerprint, recorded.about(fingerprint), questions);
    }

    BaseModel model() {
        return inputs.model();
    }

    BasemodelsConfiguration settings() {
        return inputs.settings();
    }

    Instant now() {
        return inputs.now();
    }

    /** The attempt that runs, or that comes next. */
    int attempt() {
        return extraction.attempts() + 1;
    }

    ObjectKey jobKey() {
        return new ObjectKey(
                uri.claim().namespace(),
                JobNames.job(model().key().name(), fingerprint, attempt()));
    }

    /** The Job of this attempt. */
    Optional<MetadataJob> job() {
        return inputs.jobs().stream().filter(job -> job.key().equals(jobKey())).findFirst();
    }

    /** Own Jobs that answer another question. */
    List<MetadataJob> outdatedJobs() {
        return inputs.ownJobs().stream()
                .filter(job -> !job.fingerprint().equals(fingerprint.value()))
                .filter(job -> !job.key().equals(jobKey()))
                .toList();
    }

    /** Never negative: the API server's clock may be ahead of ours. */
    Duration age(Instant since) {
        return since.isAfter(now()) ? Duration.ZERO : Duration.between(since, now());
    }
}
