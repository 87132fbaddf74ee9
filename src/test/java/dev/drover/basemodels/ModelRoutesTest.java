package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.basemodels.explanation.ModelExplanation;
import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.jobs.Ending;
import dev.drover.sandbox.jobs.ExtractorRun;
import dev.drover.sandbox.jobs.ModelVolume;
import dev.drover.status.ObjectLine;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** The routes of the flow, from an event to the writes that follow. */
class ModelRoutesTest extends FlowTest {
    private static final List<String> SIX_REQUESTS =
            List.of(
                    "patch basemodels",
                    "create serviceaccounts",
                    "create jobs",
                    "patch basemodels/status",
                    "patch basemodels",
                    "patch basemodels/status");

    @Test
    void aModelIsReadByTheRealExtractorInSixRequests() throws Exception {
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        drover = new FlowFixture(api);
        drover.claim("store", "Bound");
        drover.start();
        drover.model("llama", "pvc://store/llama");

        JsonNode model = drover.awaitCause("llama", "MetadataExtracted");

        assertThat(model.at("/spec/modelArchitecture").asText()).isEqualTo("LlamaForCausalLM");
        assertThat(model.at("/spec/modelParameterSize").asText()).isEqualTo("1.24B");
        await().untilAsserted(
                        () ->
                                assertThat(drover.events)
                                        .extracting(Notice::reason)
                                        .containsExactly("JobCreated", "MetadataExtracted"));
        assertThat(drover.writes()).isEqualTo(SIX_REQUESTS);
    }

    @Test
    void aFolderWithoutAConfigurationEndsWithAHint() throws Exception {
        new ModelVolume(volumes).original("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");

        JsonNode model = drover.awaitCause("llama", "NoConfig");

        assertThat(FlowFixture.message(model)).contains("Hugging Face format");
    }

    @Test
    void aClusterModelGoesTheSameWay() throws Exception {
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.clusterModel("shared", "pvc://team-a:store/llama");

        await().until(
                        () ->
                                api.get("clusterbasemodels", "", "shared")
                                        .orElseThrow()
                                        .at("/status/state")
                                        .asText()
                                        .equals("Ready"));
    }

    @Test
    void aClaimThatIsBoundGetsItsJobAtOnce() throws Exception {
        jobsGoOn();
        start().claim("store", "Pending");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "ClaimPending");

        drover.bind("store");

        drover.awaitCause("llama", "JobCreated");
    }

    @Test
    void aStorageClassThatArrivesIsLookedAtOnce() throws Exception {
        start().claim("store", "Pending", "fast");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "StorageClassMissing");

        api.create(
                """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: fast}
                provisioner: example.com/disk
                volumeBindingMode: WaitForFirstConsumer
                """);

        drover.awaitCause("llama", "FirstConsumerCreated");
    }

    @Test
    void theAgentsConfigMapIsTheResult() throws Exception {
        start(
                Map.of(
                        "DROVER_BASEMODELS_EXTRACTOR", "ome-agent",
                        "DROVER_BASEMODELS_OME_AGENT_IMAGE", "agent"));
        api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ome}}");
        drover.claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "JobCreated");

        jobsEnd(job -> Optional.of(Ending.of(0, "")));
        api.create(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: %s
                  namespace: ome
                  labels: {models.ome/pvc-status: "true"}
                data:
                  team-a.basemodel.llama: '{"name":"llama","status":"Ready","config":{"modelType":"llama"}}'
                """
                        .formatted(AgentNames.configMap("ome", BaseModel.of(cached())).name()));

        JsonNode model = drover.awaitCause("llama", "MetadataExtracted");
        assertThat(model.at("/spec/modelType").asText()).isEqualTo("llama");
        assertThat(model.at("/metadata/finalizers").toString()).contains("drover.dev/basemodels");
    }

    private GenericKubernetesResource cached() {
        return drover.component
                .cache(BasemodelsResources.MODELS)
                .get(ObjectKey.parse("team-a/llama"))
                .orElseThrow();
    }

    @Test
    void aLeavingModelLosesWhatIsOurs() throws Exception {
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");

        api.patch(
                "basemodels",
                "team-a",
                "llama",
                "{\"spec\":{\"storage\":{\"storageUri\":\"hf://meta/llama\"}}}");

        await().until(() -> drover.model("llama").at("/metadata/annotations").isEmpty());
        assertThat(FlowFixture.message(drover.model("llama"))).isEmpty();
        assertThat(drover.model("llama").at("/spec").size()).as("what is ours").isEqualTo(1);
        await().until(() -> api.list("jobs").isEmpty());
        int writes = drover.writes().size();
        api.patch("basemodels", "team-a", "llama", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        staysQuiet("llama");
        assertThat(drover.writes()).hasSize(writes);
    }

    /** Ten minutes and more, the end of every watch, another term: nothing of it is news. */
    @Test
    void aReadyModelIsNeverWrittenAgainWhateverIsLookedAtAnew() throws Exception {
        new ModelVolume(volumes).llama("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");
        drover.look("llama");
        int writes = drover.writes().size();

        for (String kind :
                List.of("basemodels", "persistentvolumeclaims", "jobs", "pods", "storageclasses")) {
            api.watches(kind).end();
            expire(kind);
        }
        api.list("jobs")
                .forEach(job -> api.delete("jobs", "team-a", job.at("/metadata/name").asText()));
        drover.look("llama");
        drover.time.advance(Duration.ofMinutes(10));
        drover.look("llama");
        drover.loseLeadership();
        drover.look("llama");
        drover.time.advance(Duration.ofDays(8)); // longer than any retry
        drover.look("llama");

        assertThat(drover.writes()).hasSize(writes);
        assertThat(api.list("jobs")).isEmpty();
        assertThat(drover.events).hasSize(2);
    }

    /** The server has forgotten the version: 410, and everything is listed anew. */
    private void expire(String kind) {
        double before = relists(kind);
        await().until(() -> api.watches(kind).count() > 0);
        api.watches(kind).expire();
        await().until(() -> relists(kind) > before);
    }

    private double relists(String kind) {
        return drover
                .meters
                .find("drover.informer.relists")
                .tag("cause", "gone")
                .counters()
                .stream()
                .filter(counter -> counter.getId().getTag("resource").startsWith(kind))
                .mapToDouble(Counter::count)
                .sum();
    }

    @Test
    void theStatusPageSaysWhyAModelIsAsItIs() throws Exception {
        new ModelVolume(volumes).original("store", "llama");
        jobsEnd(new ExtractorRun(volumes));
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "NoConfig");

        ModelExplanation why = drover.flow().explain(ObjectKey.parse("team-a/llama")).orElseThrow();

        assertThat(why.state()).isEqualTo("Failed");
        assertThat(why.reason()).isEqualTo("NoConfig");
        assertThat(why.claim().phase()).isEqualToIgnoringCase("Bound");
        assertThat(why.jobs()).extracting(ModelExplanation.JobSeen::end).containsExactly("Failed");
        assertThat(why.pods()).extracting(ModelExplanation.PodSeen::exitCode).containsExactly(11);
        assertThat(why.nextLook()).isAfter(why.decidedAt());
        assertThat(drover.flow().lines())
                .extracting(ObjectLine::state, ObjectLine::reason)
                .containsExactly(Tuple.tuple("Failed", "NoConfig"));
        assertThat(drover.flow().explain(ObjectKey.parse("team-a/nobody"))).isEmpty();
    }
}
