package dev.drover.basemodels.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.kubernetes.ObjectKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of spec basemodels 5.1 and 9. */
class JobNamesTest {
    private static final String CLAIM_UID = "0d9c8b7a-6655-4433-2211-00ffeeddccbb";

    private static BaseModel model(
            ModelKind kind, String key, String uri, Map<String, String> annotations) {
        ObjectNode spec = JsonNodeFactory.instance.objectNode();
        spec.putObject("storage").put("storageUri", uri);
        return new BaseModel(
                kind,
                ObjectKey.parse(key),
                "6b0f2a3e-1c52-4d3f-9f5a-0c1d2e3f4a5b",
                1,
                "1",
                annotations,
                List.of(),
                false,
                spec,
                MissingNode.getInstance());
    }

    private static Fingerprint fingerprint(BaseModel model) {
        return Fingerprint.of(model, model.source().uri().orElseThrow(), CLAIM_UID);
    }

    private static BaseModel llama(String path, Map<String, String> annotations) {
        return model(
                ModelKind.BASE_MODEL,
                "llama-demo/llama-3-2-1b-instruct",
                "pvc://model-storage/" + path,
                annotations);
    }

    @Test
    void namesTheQuestionAndItsAttempts() {
        BaseModel llama = llama("llama-3-2-1b-instruct", Map.of());
        Fingerprint fingerprint = fingerprint(llama);

        assertThat(fingerprint.value()).isEqualTo("c07d557e49f243b6");
        assertThat(fingerprint.spread()).isEqualTo(192);
        assertThat(JobNames.job(llama.key().name(), fingerprint, 1))
                .isEqualTo("llama-3-2-1b-instruct-metadata-5da5816b38");
        assertThat(JobNames.job(llama.key().name(), fingerprint, 2))
                .isEqualTo("llama-3-2-1b-instruct-metadata-3acc162f58");
    }

    @Test
    void aNewWishIsANewQuestion() {
        Map<String, String> wish = Map.of("drover.dev/re-extract", "2026-11-30");

        assertThat(fingerprint(llama("llama-3-2-1b-instruct", wish)).value())
                .isEqualTo("5cd77f2d786892dc");
    }

    @ParameterizedTest
    @CsvSource({".", "./", "./."})
    void everySpellingOfThePathIsTheSameQuestion(String path) {
        assertThat(fingerprint(llama(path, Map.of())).value()).isEqualTo("ac0559312af33ad1");
    }

    @Test
    void aClusterModelHasNoNamespace() {
        BaseModel shared =
                model(
                        ModelKind.CLUSTER_BASE_MODEL,
                        "shared.llama",
                        "pvc://models:store/a/b",
                        Map.of());

        assertThat(fingerprint(shared).value()).isEqualTo("9f22cc58299ea275");
        assertThat(JobNames.job("shared.llama", fingerprint(shared), 1))
                .isEqualTo("shared-llama-metadata-fe96e43042");
    }

    @Test
    void longNamesAreCut() {
        Fingerprint first = fingerprint(llama("llama-3-2-1b-instruct", Map.of()));

        assertThat(JobNames.job("m".repeat(64), first, 1))
                .isEqualTo("m".repeat(43) + "-metadata-5da5816b38")
                .hasSize(63);
        assertThat(JobNames.label("m".repeat(64)))
                .isEqualTo("m".repeat(52) + "-55d24d1e5b")
                .hasSize(63);
        assertThat(JobNames.label("m".repeat(63))).isEqualTo("m".repeat(63));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a.b, a-b-metadata-5da5816b38",
        "A_b, a-b-metadata-5da5816b38",
        "-a-, a-metadata-5da5816b38",
        "..., model-metadata-5da5816b38"
    })
    void everyJobNameIsALegalOne(String model, String job) {
        assertThat(JobNames.job(model, new Fingerprint("c07d557e49f243b6"), 1)).isEqualTo(job);
    }

    @Test
    void neverCutsALabelToOneThatEndsInADot() {
        String label = JobNames.label("m".repeat(50) + "..-" + "m".repeat(20));

        assertThat(label).startsWith("m".repeat(50) + "-").hasSize(61);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "llama-metadata-1a2b3c4d,   true",
        "llama-metadata-1a2b3c4d5e, false",
        "llama-metadata-xyzxyzxy,   false"
    })
    void knowsTheJobsOfOmeByTheirNames(String job, boolean foreign) {
        assertThat(JobNames.foreign(job)).isEqualTo(foreign);
    }

    @Test
    void findsTheAgentsConfigMap() {
        BaseModel llama = llama("p", Map.of());
        BaseModel shared =
                model(
                        ModelKind.CLUSTER_BASE_MODEL,
                        "shared-llama",
                        "pvc://models:store/a",
                        Map.of());

        assertThat(AgentNames.configMap("ome", llama).toString())
                .isEqualTo("ome/pvc-metadata-79c86d4d");
        assertThat(AgentNames.configMap("ome", shared).name()).isEqualTo("pvc-metadata-8afe35ec");
        assertThat(AgentNames.dataKey(llama))
                .isEqualTo("llama-demo.basemodel.llama-3-2-1b-instruct");
        assertThat(AgentNames.dataKey(shared)).isEqualTo("clusterbasemodel.shared-llama");
    }
}
