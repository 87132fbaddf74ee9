package dev.drover.sandbox.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.jobs.ExtractorRun;
import dev.drover.sandbox.jobs.JobsDouble;
import dev.drover.sandbox.jobs.ModelVolume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The models on claims: the sample of the README, whose files are in order, and one whose files are
 * in a format that nobody serves. Their Jobs run the real extractor on folders that stand for
 * volumes.
 */
final class DemoModels implements AutoCloseable {
    private static final Path SAMPLE = Path.of("samples", "basemodel-on-claim.yaml");
    private static final Duration RUNTIME = Duration.ofSeconds(4); // as a Job on a cluster takes
    private static final String UNREADABLE =
            """
            apiVersion: ome.io/v1beta1
            kind: BaseModel
            metadata: {name: llama-as-published, namespace: llama-demo}
            spec: {storage: {storageUri: "pvc://model-storage/original"}}
            """;

    private final ApiServerDouble api;
    private final JobsDouble jobs;

    private DemoModels(ApiServerDouble api, JobsDouble jobs) {
        this.api = api;
        this.jobs = jobs;
    }

    static DemoModels load(ApiServerDouble api) throws IOException {
        Path volumes = Files.createTempDirectory("drover-demo-volumes-");
        volumes.toFile().deleteOnExit();
        new ModelVolume(volumes)
                .llama("model-storage", "llama-3-2-1b-instruct")
                .original("model-storage", "original");
        JobsDouble jobs = JobsDouble.start(api, new ExtractorRun(volumes), RUNTIME);
        api.create(Files.readString(SAMPLE));
        api.create(UNREADABLE);
        api.patchStatus(
                "persistentvolumeclaims",
                "llama-demo",
                "model-storage",
                "{\"status\":{\"phase\":\"Bound\",\"capacity\":{\"storage\":\"20Gi\"}}}");
        return new DemoModels(api, jobs);
    }

    /** One line a model: what it is and why. */
    List<String> lines() {
        return api.list("basemodels").stream().map(DemoModels::line).toList();
    }

    private static String line(ObjectNode model) {
        return "%-22s  %-10s  %s"
                .formatted(
                        model.at("/metadata/name").asText(),
                        model.at("/status/state").asText("-"),
                        why(model));
    }

    private static String why(JsonNode model) {
        for (JsonNode condition : model.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("message").asText();
            }
        }
        return "";
    }

    @Override
    public void close() {
        jobs.close();
    }
}
