package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.apiserver.Fault;
import dev.drover.sandbox.jobs.ExtractorRun;
import dev.drover.sandbox.jobs.JobsDouble;
import dev.drover.sandbox.jobs.ModelVolume;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

    @TempDir Path volumes;
    private final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    private final List<String> jobs = new CopyOnWriteArrayList<>();
    private JobsDouble cluster;
    private FlowFixture drover;

    @BeforeEach
    void start() {
        new ModelVolume(volumes)
                .llama("store", "llama")
                .llama("store", "copy")
                .original("store", "original");
        ExtractorRun extractor = new ExtractorRun(volumes);
        cluster =
                JobsDouble.start(
                        api,
                        job -> {
                            jobs.add(job.at("/metadata/name").asText());
                            return extractor.apply(job);
                        });
        drover = new FlowFixture(api);
        drover.claim("store", "Bound");
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
        drover = new FlowFixture(api).start();
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
        awaitADecision();
        int writes = drover.writes().size();
        awaitADecision();
        assertThat(drover.writes()).hasSize(writes);
    }

    private void awaitADecision() {
        long before = drover.decisions();
        drover.component.enqueue(
                BasemodelsResources.MODELS,
                List.of(new ObjectKey("team-a", "llama")),
                "test",
                Duration.ZERO);
        await().until(() -> drover.decisions() > before);
    }
}
