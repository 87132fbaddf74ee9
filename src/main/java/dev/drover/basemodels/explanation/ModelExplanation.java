package dev.drover.basemodels.explanation;

import dev.drover.basemodels.decision.Cause;
import dev.drover.basemodels.decision.Decision;
import dev.drover.basemodels.decision.Inputs;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.Claim;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.intents.Intent;
import java.time.Instant;
import java.util.List;

/**
 * Why a model is as it is: what its last decision was made of and what came of it, in plain values
 * that any JSON writer can print. What is not known is null.
 *
 * @param state as {@code status.state} says it; empty while another controller has the model
 * @param reason the cause, one CamelCase word
 * @param hint what is the matter and what to do about it, as the condition {@code Ready} has it
 * @param decidedAt when, by the wall clock; ages below are as of then
 * @param intents what was to be written, in order; empty when all was as it should be
 * @param nextLook when something can change without any event; null when nothing can
 * @param claim null when it does not exist or the URI names none
 * @param jobs of the model, another controller's included
 * @param pods of these Jobs
 */
public record ModelExplanation(
        String kind,
        String namespace,
        String name,
        String uid,
        String state,
        String reason,
        String hint,
        Instant decidedAt,
        List<String> intents,
        Instant nextLook,
        String storageUri,
        ClaimSeen claim,
        List<JobSeen> jobs,
        List<PodSeen> pods,
        boolean conditionsSupported) {

    /** The claim as it was seen. */
    public record ClaimSeen(
            String name,
            String uid,
            String phase,
            boolean terminating,
            List<String> accessModes,
            String storageClass) {
        static ClaimSeen of(Claim claim) {
            return new ClaimSeen(
                    claim.key().toString(),
                    claim.uid(),
                    claim.phase().toString(),
                    claim.deleting(),
                    claim.accessModes(),
                    claim.storageClass().orElse(null));
        }
    }

    /**
     * A Job as it was seen.
     *
     * @param end {@code Complete} or {@code Failed}; null while it runs
     */
    public record JobSeen(
            String name, Instant created, boolean terminating, boolean suspended, String end) {
        static JobSeen of(MetadataJob job) {
            return new JobSeen(
                    job.key().toString(),
                    job.created(),
                    job.deleting(),
                    job.suspended(),
                    job.end().map(end -> end.complete() ? "Complete" : "Failed").orElse(null));
        }
    }

    /**
     * A Pod as it was seen.
     *
     * @param waiting why its container does not run yet; null when it does
     * @param exitCode null while it has not ended
     */
    public record PodSeen(String name, String phase, String waiting, Integer exitCode) {
        static PodSeen of(JobPod pod) {
            return new PodSeen(
                    pod.key().toString(),
                    pod.phase(),
                    pod.waiting().map(JobPod.Waiting::reason).orElse(null),
                    pod.terminated().map(JobPod.Terminated::exitCode).orElse(null));
        }
    }

    public ModelExplanation {
        intents = List.copyOf(intents);
        jobs = List.copyOf(jobs);
        pods = List.copyOf(pods);
    }

    /** Of the last decision. */
    public static ModelExplanation of(Inputs inputs, Decision decision) {
        BaseModel model = inputs.model();
        return new ModelExplanation(
                model.kind().word(),
                model.key().namespace(),
                model.key().name(),
                model.uid(),
                decision.cause().map(cause -> cause.group().state()).orElse(""),
                decision.cause().map(Cause::word).orElse(""),
                decision.message(),
                inputs.now(),
                decision.intents().stream().map(Intent::name).toList(),
                decision.nextLook().map(inputs.now()::plus).orElse(null),
                model.spec().at("/storage/storageUri").asText(),
                inputs.claim().map(ClaimSeen::of).orElse(null),
                inputs.jobs().stream().map(JobSeen::of).toList(),
                inputs.pods().stream().map(PodSeen::of).toList(),
                inputs.conditionsSupported());
    }
}
