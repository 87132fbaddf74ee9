package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.Claim;
import dev.drover.basemodels.objects.StorageUri;
import dev.drover.basemodels.objects.WarningEvent;
import dev.drover.basemodels.settings.FirstConsumer;
import java.time.Duration;
import java.util.Optional;

/** What the state of a claim means (rows 7 and 12, spec basemodels 5.3). */
final class ClaimRules {
    private static final Duration WORTH_A_LOOK = Duration.ofSeconds(15);

    private ClaimRules() {}

    /** The claim cannot serve the model, whatever else is the case. */
    static Optional<Verdict> unusable(Inputs inputs, StorageUri uri) {
        if (inputs.claim().isEmpty()) {
            return Optional.of(
                    Verdict.of(
                            Cause.CLAIM_NOT_FOUND,
                            "PersistentVolumeClaim %s does not exist. Create the claim or correct"
                                            .formatted(uri.claim())
                                    + " the URI; a BaseModel's claim is in the model's"
                                    + " namespace."));
        }
        Claim claim = inputs.claim().get();
        if (claim.deleting()) {
            return Optional.of(
                    Verdict.of(
                            Cause.CLAIM_TERMINATING,
                            ("PersistentVolumeClaim %s is being deleted. The model becomes Ready"
                                            + " again when a claim of that name exists.")
                                    .formatted(claim.key())));
        }
        if (claim.phase() == Claim.Phase.LOST) {
            return Optional.of(
                    Verdict.of(
                            Cause.CLAIM_LOST,
                            ("The PersistentVolume of claim %s is gone. Restore it or re-create the"
                                            + " claim.")
                                    .formatted(claim.key())));
        }
        return claim.block()
                ? Optional.of(
                        Verdict.of(
                                Cause.BLOCK_VOLUME,
                                ("PersistentVolumeClaim %s has volumeMode Block. A claim with"
                                                + " volumeMode Filesystem is required.")
                                        .formatted(claim.key())))
                : Optional.empty();
    }

    /** Why no Job can be created yet; empty when the claim has a volume, or waits for a Pod. */
    static Optional<Verdict> unbound(Situation situation) {
        Claim claim = situation.claim();
        Inputs inputs = situation.inputs();
        if (claim.bound()) {
            return Optional.empty();
        }
        String named = claim.storageClass().orElse("");
        if (!named.isEmpty() && inputs.classesReadable() && inputs.storageClass().isEmpty()) {
            return Optional.of(
                    Verdict.of(
                            Cause.STORAGE_CLASS_MISSING,
                            ("StorageClass %s of PersistentVolumeClaim %s does not exist. Create"
                                            + " StorageClass %s or fix the claim.")
                                    .formatted(named, claim.key(), named)));
        }
        if (!waitsForConsumer(inputs, claim)) {
            return Optional.of(pending(situation));
        }
        return inputs.settings().firstConsumer() == FirstConsumer.JOB
                ? Optional.empty()
                : Optional.of(
                        Verdict.of(
                                Cause.WAITING_FOR_CONSUMER,
                                ("PersistentVolumeClaim %s waits for its first consumer. It is"
                                                + " bound when a Pod uses it; set"
                                                + " drover.basemodels.first-consumer=job to let the metadata"
                                                + " Job be that Pod.")
                                        .formatted(claim.key())));
    }

    private static boolean waitsForConsumer(Inputs inputs, Claim claim) {
        return claim.volumeName().isEmpty()
                && claim.storageClass().filter(name -> !name.isEmpty()).isPresent()
                && inputs.storageClass().filter(found -> found.waitsForConsumer()).isPresent();
    }

    private static Verdict pending(Situation situation) {
        Claim claim = situation.claim();
        boolean old = situation.age(claim.created()).compareTo(WORTH_A_LOOK) >= 0;
        Optional<WarningEvent> event =
                old
                        ? situation.questions().event(claim.key().namespace(), claim.uid())
                        : Optional.empty();
        return Verdict.of(
                        Cause.CLAIM_PENDING,
                        ("PersistentVolumeClaim %s is not bound to a volume yet. See its Events"
                                        + " (kubectl describe).")
                                .formatted(claim.key()))
                .withExcerpt(event.map(it -> it.reason() + ": " + it.message()).orElse(""));
    }
}
