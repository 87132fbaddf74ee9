package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.explanation.ModelExplanation;
import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.apiserver.Fault;
import dev.drover.sandbox.jobs.Ending;
import dev.drover.sandbox.jobs.ExtractorRun;
import dev.drover.sandbox.jobs.JobsDouble;
import dev.drover.sandbox.jobs.ModelVolume;
import dev.drover.status.ObjectLine;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.micrometer.core.instrument.Counter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Definitions of models whose status knows no conditions. */
class OlderDefinitionTest extends FlowTest {
    @Test
    void anOlderDefinitionOfModelsGetsTheStateAlone() throws Exception {
        api.install(withoutConditions());
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");

        awaitState("llama", "Ready");

        assertThat(drover.model("llama").at("/status").size()).isEqualTo(1);
        assertThat(drover.model("llama").at("/metadata/annotations/drover.dev~1pvc").asText())
                .contains("\"cause\":\"MetadataExtracted\"");
        staysQuiet("llama");
    }

    @Test
    void aDefinitionThatCannotBeReadShowsByTheFirstAnswerWhatItKeeps() throws Exception {
        api.install(withoutConditions());
        api.fail(Fault.get("customresourcedefinitions").with(403));
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");

        awaitState("llama", "Ready");

        staysQuiet("llama");
    }

    private String withoutConditions() throws Exception {
        String yaml = Files.readString(Path.of("deploy/crds/basemodels.yaml"));
        return yaml.substring(0, yaml.indexOf("                conditions:"))
                .replace(
                        "                observedGeneration: { type: integer, format: int64 }\n",
                        "");
    }

    private void awaitState(String model, String state) {
        await().until(() -> drover.model(model).at("/status/state").asText().equals(state));
    }

    /** Whatever is looked at again, nothing is written. */
}
