package dev.drover.sandbox.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Job controller and kubelet before a double of the API server: each new Job gets a Pod, the Pod
 * runs what the test says, and its end ends the Job. No retries within a Job.
 */
public final class JobsDouble implements AutoCloseable {
    private static final long LOOK_MILLIS = 10;

    private final ApiServerDouble api;
    private final Function<ObjectNode, Optional<Ending>> run;
    private final Duration runtime;
    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(
                    task -> {
                        Thread thread = new Thread(task, "jobs-double");
                        thread.setDaemon(true);
                        return thread;
                    });

    private JobsDouble(
            ApiServerDouble api, Function<ObjectNode, Optional<Ending>> run, Duration runtime) {
        this.api = api;
        this.run = run;
        this.runtime = runtime;
    }

    /**
     * @param run what the container of a Job does; empty = it goes on for ever
     */
    public static JobsDouble start(
            ApiServerDouble api, Function<ObjectNode, Optional<Ending>> run) {
        return start(api, run, Duration.ZERO);
    }

    /** The same with containers that take their time before they end. */
    public static JobsDouble start(
            ApiServerDouble api, Function<ObjectNode, Optional<Ending>> run, Duration runtime) {
        JobsDouble jobs = new JobsDouble(api, run, runtime);
        var unused =
                jobs.looks.scheduleWithFixedDelay(
                        jobs::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return jobs;
    }

    private void look() {
        for (ObjectNode job : api.list("jobs")) {
            if (!job.at("/spec/suspend").asBoolean()
                    && begun.add(job.at("/metadata/uid").asText())) {
                beginUnlessGone(job);
            }
        }
    }

    private void beginUnlessGone(ObjectNode job) {
        try {
            begin(job);
        } catch (RuntimeException e) {
            begun.remove(job.at("/metadata/uid").asText()); // if it is still there, again
        }
    }

    private void begin(ObjectNode job) {
        ObjectNode pod = api.create(pod(job));
        if (runtime.isZero()) {
            end(job, pod);
            return;
        }
        report(pod, podStatus(Optional.empty()));
        var unused = looks.schedule(() -> end(job, pod), runtime.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void end(ObjectNode job, ObjectNode pod) {
        Optional<Ending> ending = run.apply(job);
        report(pod, podStatus(ending));
        ending.ifPresent(
                end ->
                        api.patchStatus(
                                "jobs",
                                namespace(job),
                                name(job),
                                status(jobStatus(end)).toString()));
    }

    private void report(ObjectNode pod, ObjectNode podStatus) {
        api.patchStatus("pods", namespace(pod), name(pod), status(podStatus).toString());
    }

    private static ObjectNode pod(ObjectNode job) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata");
        metadata.put("namespace", namespace(job)).put("name", name(job) + "-0");
        metadata.set("labels", job.at("/spec/template/metadata/labels").deepCopy());
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "batch/v1")
                .put("kind", "Job")
                .put("name", name(job))
                .put("uid", job.at("/metadata/uid").asText())
                .put("controller", true);
        pod.set("spec", job.at("/spec/template/spec").deepCopy());
        return pod;
    }

    private static ObjectNode podStatus(Optional<Ending> ending) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        String over = ending.map(end -> end.exitCode() == 0 ? "Succeeded" : "Failed").orElse("");
        status.put("phase", over.isEmpty() ? "Running" : over);
        ObjectNode container = status.putArray("containerStatuses").addObject();
        container.put("name", "extract");
        ObjectNode state = container.putObject("state");
        if (ending.isEmpty()) {
            state.putObject("running").put("startedAt", now());
            return status;
        }
        state.putObject("terminated")
                .put("exitCode", ending.get().exitCode())
                .put("reason", ending.get().reason())
                .put("message", ending.get().message())
                .put("finishedAt", now());
        return status;
    }

    private static ObjectNode jobStatus(Ending ending) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.putArray("conditions")
                .addObject()
                .put("type", ending.exitCode() == 0 ? "Complete" : "Failed")
                .put("status", "True")
                .put("reason", ending.exitCode() == 0 ? "CompletionsReached" : "PodFailurePolicy")
                .put("message", "")
                .put("lastTransitionTime", now());
        return status;
    }

    private static ObjectNode status(ObjectNode status) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("status", status);
        return patch;
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String namespace(JsonNode object) {
        return object.at("/metadata/namespace").asText();
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
