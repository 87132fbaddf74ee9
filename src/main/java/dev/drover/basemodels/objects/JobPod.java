package dev.drover.basemodels.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A Pod of a metadata Job.
 *
 * @param jobUid of the Job that made it; empty when it does not say
 * @param phase {@code Pending}, {@code Running}, …; empty when not known
 * @param unschedulable the scheduler's words when {@code PodScheduled} is False
 * @param running the container {@code extract} runs
 * @param waiting why it does not run yet
 * @param terminated how it ended
 */
public record JobPod(
        ObjectKey key,
        String uid,
        String jobUid,
        String phase,
        Instant created,
        Optional<String> unschedulable,
        boolean running,
        Optional<Waiting> waiting,
        Optional<Terminated> terminated) {
    /** Name of the one container of a metadata Job. */
    public static final String CONTAINER = "extract";

    /** {@code state.waiting}. */
    public record Waiting(String reason, String message) {}

    /**
     * {@code state.terminated}.
     *
     * @param message the termination message, up to 4096 bytes of free text
     * @param at the end of time when it does not say
     */
    public record Terminated(int exitCode, String reason, String message, Instant at) {}

    public static JobPod of(GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        JsonNode status = Trees.field(object, "status");
        JsonNode state = state(status.path("containerStatuses"));
        return new JobPod(
                ObjectKey.of(object),
                Objects.requireNonNullElse(metadata.getUid(), ""),
                Trees.map(metadata.getLabels()).getOrDefault(JobLabels.CONTROLLER_UID, ""),
                Trees.text(status.path("phase")),
                Trees.created(metadata),
                unschedulable(status.path("conditions")),
                state.hasNonNull("running"),
                waiting(state.path("waiting")),
                terminated(state.path("terminated")));
    }

    private static JsonNode state(JsonNode containers) {
        for (JsonNode container : containers) {
            if (CONTAINER.equals(Trees.text(container.path("name")))) {
                return container.path("state");
            }
        }
        return containers.path("none");
    }

    private static Optional<Waiting> waiting(JsonNode waiting) {
        return waiting.isObject()
                ? Optional.of(
                        new Waiting(
                                Trees.text(waiting.path("reason")),
                                Trees.text(waiting.path("message"))))
                : Optional.empty();
    }

    private static Optional<Terminated> terminated(JsonNode terminated) {
        return terminated.isObject()
                ? Optional.of(
                        new Terminated(
                                terminated.path("exitCode").asInt(-1),
                                Trees.text(terminated.path("reason")),
                                Trees.text(terminated.path("message")),
                                Trees.time(terminated.path("finishedAt")).orElse(Instant.MAX)))
                : Optional.empty();
    }

    private static Optional<String> unschedulable(JsonNode conditions) {
        for (JsonNode condition : conditions) {
            if ("PodScheduled".equals(Trees.text(condition.path("type")))
                    && "False".equals(Trees.text(condition.path("status")))) {
                return Optional.of(Trees.text(condition.path("message")));
            }
        }
        return Optional.empty();
    }

    /** It has not ended, nor has its container. */
    public boolean live() {
        return active() && terminated.isEmpty();
    }

    /** Neither Succeeded nor Failed: it may still write its result. */
    public boolean active() {
        return !phase.equals("Succeeded") && !phase.equals("Failed");
    }
}
