package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.objects.WarningEvent;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** How a Job fares that is not over: nothing is wrong with it, or what holds it up. */
final class JobProgress {
    /**
     * What passes by itself within this time is not shown: a healthy run changes the status twice.
     */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Set<String> PULL =
            Set.of("ErrImagePull", "ImagePullBackOff", "InvalidImageName");
    private static final Set<String> CONFIG =
            Set.of("CreateContainerConfigError", "CreateContainerError");

    /** As the kubelet spells it, in several ways (OME #164). */
    private static final Pattern SUB_PATH = Pattern.compile("(?i)sub-?path");

    private final Situation situation;
    private final MetadataJob job;

    JobProgress(Situation situation, MetadataJob job) {
        this.situation = situation;
        this.job = job;
    }

    Plan plan() {
        Duration age = situation.age(job.created());
        boolean patient = age.compareTo(PATIENCE) < 0;
        if (job.suspended()) {
            return Plan.show(suspended());
        }
        Optional<JobPod> pod = newestPod();
        boolean healthy = patient || pod.filter(JobPod::running).isPresent();
        Verdict verdict =
                healthy
                        ? created(situation, job.key().toString())
                        : lastObstacle(pod)
                                .or(() -> obstacle(pod))
                                .orElseGet(() -> created(situation, job.key().toString()));
        Plan plan = Plan.show(verdict);
        return patient ? plan.lookingAfter(PATIENCE.minus(age)) : plan;
    }

    /** Nothing is wrong with the Job. */
    static Verdict created(Situation situation, String job) {
        if (situation.claim().bound()) {
            return Verdict.of(
                    Cause.JOB_CREATED, "Job %s reads the model's configuration.".formatted(job));
        }
        return Verdict.of(
                Cause.FIRST_CONSUMER_CREATED,
                ("Job %s is the first consumer of PersistentVolumeClaim %s. The volume is"
                                + " provisioned for this Job's node; an empty new volume will end"
                                + " as NoConfig.")
                        .formatted(job, situation.claim().key()));
    }

    private Verdict suspended() {
        return Verdict.of(
                Cause.JOB_SUSPENDED,
                ("Job %s is suspended. A queueing system holds it; its queue label can be set with"
                                + " drover.basemodels.job.labels.")
                        .formatted(job.key()));
    }

    private Optional<JobPod> newestPod() {
        return situation.inputs().pods().stream()
                .filter(pod -> pod.jobUid().equals(job.uid()))
                .max(
                        Comparator.comparing((JobPod pod) -> pod.terminated().isEmpty())
                                .thenComparing(JobPod::created)
                                .thenComparing(JobPod::uid));
    }

    /**
     * The one that is shown, while there is no live Pod to judge by: the Job controller ends the
     * Pod before it says that the Job has failed, and the failure must still tell what held it up.
     */
    private Optional<Verdict> lastObstacle(Optional<JobPod> pod) {
        boolean ending = job.failing() || pod.filter(it -> !it.live()).isPresent();
        return ending ? LastShown.of(situation.inputs()).obstacleOf(job.key()) : Optional.empty();
    }

    private Optional<Verdict> obstacle(Optional<JobPod> pod) {
        Optional<WarningEvent> event =
                situation
                        .questions()
                        .event(job.key().namespace(), pod.map(JobPod::uid).orElse(job.uid()));
        if (pod.isEmpty()) {
            return event.filter(it -> it.reason().equals("FailedCreate"))
                    .map(it -> podNotCreated().withExcerpt(it.message()))
                    .or(() -> LastShown.of(situation.inputs()).obstacleOf(job.key()));
        }
        return pod.flatMap(JobPod::waiting)
                .flatMap(this::notStarted)
                .or(() -> event.flatMap(this::volume))
                .or(() -> pod.flatMap(JobPod::unschedulable).map(this::unschedulable));
    }

    private Verdict podNotCreated() {
        return Verdict.of(
                Cause.POD_NOT_CREATED,
                ("Job %s gets no Pod. Look for a quota, PodSecurity, a missing ServiceAccount or a"
                                + " webhook.")
                        .formatted(job.key()));
    }

    private Verdict unschedulable(String words) {
        return Verdict.of(
                        Cause.POD_UNSCHEDULABLE,
                        ("No node takes the Pod of Job %s. Check node selection, taints, resources"
                                        + " and the claim's access mode.")
                                .formatted(job.key()))
                .withExcerpt(words);
    }

    private Optional<Verdict> notStarted(JobPod.Waiting waiting) {
        String words = waiting.reason() + ": " + waiting.message();
        if (PULL.contains(waiting.reason())) {
            return Optional.of(
                    Verdict.of(
                                    Cause.IMAGE_PULL,
                                    ("The image of Job %s cannot be pulled. Check"
                                                    + " drover.basemodels.%s and"
                                                    + " drover.basemodels.job.image-pull-secrets.")
                                            .formatted(job.key(), Sentences.imageKey(situation)))
                            .withExcerpt(words));
        }
        if (!CONFIG.contains(waiting.reason())) {
            return Optional.empty();
        }
        boolean subPath = SUB_PATH.matcher(waiting.message()).find();
        return Optional.of((subPath ? subPathMissing() : containerConfig()).withExcerpt(words));
    }

    private Verdict subPathMissing() {
        return Verdict.of(
                Cause.SUB_PATH_MISSING,
                ("Directory %s does not exist on the volume of PersistentVolumeClaim %s (Job %s)."
                                + " The path is relative to the volume's root, not to a mount path"
                                + " of another pod.")
                        .formatted(
                                Sentences.path(situation.uri()),
                                situation.claim().key(),
                                job.key()));
    }

    private Verdict containerConfig() {
        return Verdict.of(
                Cause.CONTAINER_CONFIG,
                "The container of Job %s cannot be created.".formatted(job.key()));
    }

    private Optional<Verdict> volume(WarningEvent event) {
        Optional<Cause> cause =
                switch (event.reason()) {
                    case "FailedAttachVolume" -> Optional.of(Cause.VOLUME_ATTACH);
                    case "FailedMount" -> Optional.of(Cause.VOLUME_MOUNT);
                    default -> Optional.empty();
                };
        return cause.map(
                it ->
                        Verdict.of(
                                        it,
                                        ("The volume of PersistentVolumeClaim %s cannot be %s for"
                                                        + " Job %s. The claim is in use on another node, or"
                                                        + " the storage backend reports an error.")
                                                .formatted(
                                                        situation.claim().key(),
                                                        it == Cause.VOLUME_ATTACH
                                                                ? "attached"
                                                                : "mounted",
                                                        job.key()))
                                .withExcerpt(event.message()));
    }
}
