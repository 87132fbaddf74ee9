package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.job.Fingerprint;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.jobs.ExtractorRun;
import dev.drover.sandbox.jobs.JobsDouble;
import dev.drover.sandbox.jobs.ModelVolume;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A fleet at rest costs nothing, whatever is looked at again. */
@Timeout(120)
class ManyModelsTest {
    private static final int MODELS = 5_000;
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    @TempDir Path volumes;
    private final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    private FlowFixture drover = new FlowFixture(api);

    @AfterEach
    void stop() throws Exception {
        drover.close();
        api.close();
    }

    @Test
    void fiveThousandReadyModelsCauseNoWriteAndNoJobAtARestart() throws Exception {
        ObjectNode ready = oneReadyModel();
        drover.close();
        for (int i = 1; i < MODELS; i++) {
            copy(ready, "model-" + i);
        }
        api.list("jobs")
                .forEach(job -> api.delete("jobs", "team-a", job.at("/metadata/name").asText()));
        api.requests().clear();

        drover = new FlowFixture(api).start();
        await().atMost(Duration.ofSeconds(60)).until(() -> drover.decisions() >= MODELS);
        api.patch(
                "persistentvolumeclaims",
                "team-a",
                "store",
                "{\"metadata\":{\"labels\":{\"resized\":\"yes\"}}}");

        await().until(() -> ready() == MODELS);
        assertThat(drover.writes()).isEmpty();
        assertThat(api.list("jobs")).isEmpty();
        assertThat(drover.decisions())
                .as("a label of their claim starts nothing")
                .isEqualTo(MODELS);
    }

    private double ready() {
        return drover.meters
                .get("drover.basemodels.models")
                .tags("kind", "BaseModel", "state", "Ready")
                .gauge()
                .value();
    }

    private ObjectNode oneReadyModel() throws Exception {
        new ModelVolume(volumes).llama("store", "llama");
        drover.claim("store", "Bound");
        try (JobsDouble jobs = JobsDouble.start(api, new ExtractorRun(volumes))) {
            drover.start().model("model-0", "pvc://store/llama");
            return drover.awaitCause("model-0", "MetadataExtracted");
        }
    }

    /** What Drover would have left behind on a model of this name. */
    private void copy(ObjectNode ready, String name) {
        ObjectNode model = ready.deepCopy();
        model.remove("status");
        model.set("metadata", model.objectNode().put("namespace", "team-a").put("name", name));
        ObjectNode created = api.create(model);
        BaseModel read =
                BaseModel.of(
                        SERIALIZATION.unmarshal(
                                created.toString(), GenericKubernetesResource.class));
        String claim =
                api.get("persistentvolumeclaims", "team-a", "store")
                        .orElseThrow()
                        .at("/metadata/uid")
                        .asText();
        String fingerprint = Fingerprint.of(read, read.source().uri().orElseThrow(), claim).value();
        ObjectNode patch = model.objectNode();
        patch.putObject("metadata").set("annotations", annotations(ready, fingerprint));
        api.patch("basemodels", "team-a", name, patch.toString());
        String status =
                ready.path("status")
                        .toString()
                        .replace("\"observedGeneration\":2", "\"observedGeneration\":1");
        api.patchStatus("basemodels", "team-a", name, "{\"status\":" + status + "}");
    }

    private static ObjectNode annotations(ObjectNode ready, String fingerprint) {
        ObjectNode annotations = (ObjectNode) ready.at("/metadata/annotations").deepCopy();
        String extraction = annotations.path("drover.dev/extraction").asText();
        annotations.put(
                "drover.dev/extraction",
                extraction.replaceFirst(
                        "\"fp\":\"[0-9a-f]{16}\"", "\"fp\":\"" + fingerprint + "\""));
        return annotations;
    }
}
