package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.apiserver.Fault;
import dev.drover.sandbox.jobs.Ending;
import dev.drover.sandbox.jobs.ExtractorRun;
import dev.drover.sandbox.jobs.JobsDouble;
import dev.drover.sandbox.jobs.ModelVolume;
import dev.drover.sandbox.omeagent.AgentFinding;
import dev.drover.sandbox.omeagent.OmeAgent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The process ends between two writes, whichever they are, or an answer is lost. The end is the
 * same as without: one Job an attempt, no filled field without provenance, and quiet.
 */
@Timeout(60)
class CrashTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> NOT_FILLED = List.of("storage");
    private static final Duration SLOW_RETRY = Duration.ofHours(7); // six and the spread
    private static final String LLAMA =
            """
            {"modelType":"llama","modelArchitecture":"LlamaForCausalLM","maxTokens":4096,
             "modelFramework":{"name":"transformers","version":"4.45.0"},
             "modelFormat":{"name":"safetensors"},"modelParameterSize":"1.24B",
             "modelCapabilities":["TEXT_TO_TEXT"]}
            """;

    @TempDir Path volumes;
    private final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    private final List<String> jobs = new CopyOnWriteArrayList<>();
    private Map<String, String> keys = Map.of();
    private JobsDouble cluster;
    private FlowFixture drover;

    @BeforeEach
    void start() {
        new ModelVolume(volumes)
                .llama("store", "llama")
                .llama("store", "copy")
                .original("store", "original");
        cluster = jobsRun(new ExtractorRun(volumes));
        drover = new FlowFixture(api);
        drover.claim("store", "Bound");
    }

    private JobsDouble jobsRun(Function<ObjectNode, Optional<Ending>> container) {
        return JobsDouble.start(
                api,
                job -> {
                    jobs.add(job.at("/metadata/name").asText());
                    return container.apply(job);
                });
    }

    /** From the beginning: in this mode the agent runs in the Jobs. */
    private void agentMode() throws Exception {
        keys =
                Map.of(
                        "DROVER_BASEMODELS_EXTRACTOR", "ome-agent",
                        "DROVER_BASEMODELS_OME_AGENT_IMAGE", "agent");
        api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ome}}");
        drover.close();
        drover = new FlowFixture(api, keys);
        cluster.close();
        RawApi raw = RawApi.at(api.url());
        OmeAgent agent = new OmeAgent(job -> raw, job -> AgentFinding.ready(LLAMA));
        cluster = jobsRun(job -> Optional.of(Ending.of(agent.run(job), "")));
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
        drover.close();
        api.close();
    }

    @ParameterizedTest(name = "after {0} writes")
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void onTheWayToReady(int writes) throws Exception {
        drover.lifetime = writes;
        drover.start().model("llama", "pvc://store/llama");

        restartAfterTheCrash();

        endsReady(1);
    }

    @ParameterizedTest(name = "after {0} writes")
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void onTheWayToAFailure(int writes) throws Exception {
        drover.lifetime = writes;
        drover.start().model("llama", "pvc://store/original");

        restartAfterTheCrash();

        ObjectNode model = drover.awaitCause("llama", "NoConfig");
        assertThat(jobs).as("one attempt").hasSize(1);
        assertThat(extraction(model).path("attempts").asInt()).isEqualTo(1);
        staysQuiet();
    }

    @ParameterizedTest(name = "after {0} writes")
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void onTheWayToReadyAfterAFailure(int writes) throws Exception {
        drover.start().model("llama", "pvc://store/original");
        drover.awaitCause("llama", "NoConfig");
        staysQuiet();
        new ModelVolume(volumes).llama("store", "original");
        drover.lifetime = drover.writes().size() + writes;
        drover.time.advance(SLOW_RETRY);
        drover.look("llama");

        await("a write too much").until(() -> drover.crashed);
        drover.close();
        drover = new FlowFixture(api);
        drover.time.advance(SLOW_RETRY);
        drover.start();

        endsReady(2);
    }

    @ParameterizedTest(name = "after {0} writes")
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void afterAnotherPathWasSet(int writes) throws Exception {
        drover.start().model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");
        staysQuiet();
        drover.lifetime = drover.writes().size() + writes;
        uri("pvc://store/copy");

        restartAfterTheCrash();

        await().until(() -> jobs.size() == 2);
        endsReady(2);
    }

    @ParameterizedTest(name = "after {0} writes")
    @ValueSource(ints = {0, 1, 2})
    void whileAModelLeaves(int writes) throws Exception {
        drover.start().model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");
        staysQuiet();
        drover.lifetime = drover.writes().size() + writes;
        uri("hf://meta/llama");

        restartAfterTheCrash();

        await().until(() -> drover.model("llama").at("/metadata/annotations").isEmpty());
        assertThat(drover.model("llama").path("spec").size()).as("nothing of ours").isEqualTo(1);
        assertThat(drover.model("llama").at("/status/conditions").size()).isZero();
        assertThat(api.list("jobs")).isEmpty();
        staysQuiet();
    }

    /** Eight writes of Drover and one of the agent. */
    @ParameterizedTest(name = "after {0} writes")
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    void onTheWayToReadyWithTheAgent(int writes) throws Exception {
        agentMode();
        drover.lifetime = writes;
        drover.start().model("llama", "pvc://store/llama");

        restartAfterTheCrash();

        endsReady(1);
    }

    /** OME's own finalizer keeps the model, so that there is something to decide about. */
    @Test
    void whileAModelIsDeleted() throws Exception {
        readyAndHeldByOme();
        drover.lifetime = drover.writes().size();
        api.delete("basemodels", "team-a", "llama");

        restartAfterTheCrash();

        await().until(() -> api.list("jobs").isEmpty());
        staysQuiet();
        api.patch("basemodels", "team-a", "llama", "{\"metadata\":{\"finalizers\":null}}");
        await().until(() -> api.get("basemodels", "team-a", "llama").isEmpty());
    }

    @Test
    void beforeItHasHeardThatAJobIsDeleted() throws Exception {
        readyAndHeldByOme();
        api.fail(Fault.delete("jobs").losingReply().times(1));
        api.delete("basemodels", "team-a", "llama");
        await().until(() -> api.list("jobs").isEmpty());

        drover.close();
        drover = new FlowFixture(api).start();

        staysQuiet();
        assertThat(jobs).as("none for a model that goes").hasSize(1);
    }

    private void readyAndHeldByOme() throws Exception {
        drover.start().model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");
        staysQuiet();
        api.patch(
                "basemodels",
                "team-a",
                "llama",
                "{\"metadata\":{\"finalizers\":[\"basemodels.ome.io/finalizer\"]}}");
        staysQuiet();
    }

    /** The Job, the report, the finalizer. */
    @ParameterizedTest(name = "after {0} writes")
    @ValueSource(ints = {0, 1, 2})
    void whileAModelOfTheAgentIsDeleted(int writes) throws Exception {
        agentMode();
        drover.start().model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "MetadataExtracted");
        staysQuiet();
        drover.lifetime = api.requests().writes().size() + writes;
        api.delete("basemodels", "team-a", "llama");

        restartAfterTheCrash();

        await().until(() -> api.get("basemodels", "team-a", "llama").isEmpty());
        assertThat(api.list("configmaps")).isEmpty();
        assertThat(api.list("jobs")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"basemodels", "jobs", "serviceaccounts"})
    void anAnswerThatIsLost(String resource) throws Exception {
        Fault fault =
                resource.equals("basemodels") ? Fault.patch(resource) : Fault.create(resource);
        api.fail(fault.losingReply().times(2));

        drover.start().model("llama", "pvc://store/llama");

        endsReady(1);
    }

    private void uri(String uri) {
        api.patch(
                "basemodels",
                "team-a",
                "llama",
                "{\"spec\":{\"storage\":{\"storageUri\":\"" + uri + "\"}}}");
    }

    private void restartAfterTheCrash() throws Exception {
        await("a write too much").until(() -> drover.crashed);
        drover.close();
        drover = new FlowFixture(api, keys).start();
    }

    private void endsReady(int attempts) throws Exception {
        ObjectNode model = drover.awaitCause("llama", "MetadataExtracted");
        assertThat(jobs).as("a Job an attempt").doesNotHaveDuplicates().hasSize(attempts);
        JsonNode provenance = extraction(model).path("fields");
        model.path("spec")
                .properties()
                .forEach(
                        field ->
                                assertThat(
                                                NOT_FILLED.contains(field.getKey())
                                                        || provenance.has(field.getKey()))
                                        .as("%s has provenance", field.getKey())
                                        .isTrue());
        assertThat(provenance.size()).isEqualTo(7);
        staysQuiet();
    }

    private static JsonNode extraction(JsonNode model) throws JsonProcessingException {
        return JSON.readTree(model.at("/metadata/annotations/drover.dev~1extraction").asText());
    }

    /** Whatever is looked at again, nothing is written. */
    private void staysQuiet() {
        drover.look("llama");
        int writes = drover.writes().size();
        drover.look("llama");
        assertThat(drover.writes()).hasSize(writes);
    }
}
