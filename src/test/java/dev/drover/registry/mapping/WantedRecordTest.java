package dev.drover.registry.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Property;
import dev.drover.registry.objects.Pruning;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a record says of a workload: registry.md 6. */
class WantedRecordTest {
    private static final YAMLMapper YAML = new YAMLMapper();

    private static Workload workload(WorkloadKind kind, String specAndStatus) {
        try {
            GenericKubernetesResource object =
                    YAML.readValue(
                            """
                            apiVersion: serving.kserve.io/v1beta1
                            kind: %s
                            metadata: {name: iris, namespace: ml, uid: u, generation: 3}
                            %s
                            """
                                    .formatted(kind.kind(), specAndStatus),
                            GenericKubernetesResource.class);
            return Workload.of(kind, new Pruning().apply(object));
        } catch (java.io.IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static WantedRecord isvc(String specAndStatus) {
        return WantedRecord.of(
                workload(WorkloadKind.INFERENCE_SERVICE, specAndStatus),
                Optional.of("c1"),
                DesiredState.UNDEPLOYED);
    }

    private static String text(WantedRecord record, OwnKey key) {
        return record.properties().text(key).orElse("absent");
    }

    @ParameterizedTest(name = "{index}: {0}")
    @ValueSource(
            strings = {
                "spec: {predictor: {containers: [{name: kserve-container, image: my/server:1}]}}",
                "spec: {predictor: {sklearn: {storageUri: s3://b/m}}}",
                "spec: {predictor: {}, transformer: {containers: [{image: t}]}}",
                "spec: {predictor: {workerSpec: {pipelineParallelSize: 2}, model: {modelFormat:"
                        + " {name: vllm}}}}",
                "spec: {predictor: {model: {storage: {key: k, path: p}}}}",
                "spec: {}",
                "",
                "spec: [1, 2]",
                "status: text",
                "spec: {predictor: {model: 7, containers: {a: b}, minReplicas: x}}",
                "status: {conditions: [1, {type: Ready}], url: {a: b}, components: [], address: 5}",
            })
    void readsWhateverIsThere(String specAndStatus) {
        WantedRecord record = isvc(specAndStatus);
        assertThat(text(record, OwnKey.UID)).isEqualTo("u");
        assertThat(record.state()).isEqualTo(DesiredState.DEPLOYED);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "status: {servingRuntimeName: a, clusterServingRuntimeName: b}|a",
                "status: {clusterServingRuntimeName: b}|b",
                "spec: {predictor: {model: {runtime: c}}}|c",
                "spec: {predictor: {containers: [{name: x, image: d}, {name: kserve-container,"
                        + " image: e}]}}|e",
                "spec: {predictor: {containers: [{name: x, image: d}]}}|d",
                "spec: {predictor: {xgboost: {}}}|xgboost",
                "spec: {predictor: {}}|none",
            })
    void namesTheRuntime(String specAndStatus, String expected) {
        assertThat(isvc(specAndStatus).runtime().orElse("none")).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{storageUri: 's3://user:secret@b/m?sig=1#x'}|s3://b/m",
                "{storageUri: 'https://h/a/b@c?token=t'}|https://h/a/b@c",
                "{storage: {key: k, path: a/b}}|k:a/b",
                "{storage: {key: k}}|absent",
            })
    void tellsThePlaceOfTheModelWithoutSecrets(String model, String expected) {
        assertThat(text(isvc("spec: {predictor: {model: " + model + "}}"), OwnKey.STORAGE_URI))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "status: {}|NoStatus",
                "status: {conditions: [{type: Ready, status: 'False', reason: Pulling}]}|Pulling",
                "status: {conditions: [{type: Ready, status: Unknown}]}|NotReady",
                "status: {conditions: [{type: Ready, status: 'True'}]}|absent",
            })
    void saysWhyItIsNotReady(String status, String expected) {
        assertThat(text(isvc(status), OwnKey.READY_REASON)).isEqualTo(expected);
    }

    @Test
    void cutsAtACharacterWithAnEllipsis() { // E8
        WantedRecord record =
                isvc(
                        "status: {modelStatus: {lastFailureInfo: {reason: ModelLoadFailed, message: %s}}}"
                                .formatted("x".repeat(4096)));
        String failure = text(record, OwnKey.LAST_FAILURE);
        assertThat(failure).isEqualTo("ModelLoadFailed: " + "x".repeat(1004) + "…");
        assertThat(failure.getBytes(StandardCharsets.UTF_8)).hasSize(1024);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "'a\u0001b', 'a b'",
        "'a\\u0000b', 'a b'",
        "'mlmd-struct::x', ' mlmd-struct::x'",
        "'grüße', 'grüße'",
    })
    void keepsNothingThatTheRegistryChokesOn(String text, String expected) {
        assertThat(PropertyText.of(text, 64)).isEqualTo(expected);
    }

    @Test
    void neverEndsInHalfACharacter() {
        assertThat(PropertyText.of("😀".repeat(10), 12)).isEqualTo("😀😀…");
        assertThat(PropertyText.of("\ud83d", 12)).isEqualTo("\ufffd");
    }

    @Test
    void tellsTheTrafficInOrder() {
        assertThat(
                        text(
                                isvc(
                                        "status: {components: {predictor: {traffic: [{revisionName:"
                                                + " r2, percent: 10}, {revisionName: r1, percent: 90},"
                                                + " {percent: 1}]}}}"),
                                OwnKey.TRAFFIC))
                .isEqualTo("r1=90,r2=10");
    }

    @Test
    void describesTheSecondKind() {
        WantedRecord record =
                WantedRecord.of(
                        workload(
                                WorkloadKind.LLM_INFERENCE_SERVICE,
                                """
                                spec:
                                  model: {uri: "hf://a/b", name: a/b, lora: {adapters: [{name: z}, {name: y}]}}
                                  scaling: {minReplicas: 1, maxReplicas: 4}
                                  template: {containers: [{name: main, image: vllm:1}]}
                                status:
                                  addresses:
                                  - {url: "https://gw.example.com/x"}
                                  - {url: "http://x.ml.svc.cluster.local"}
                                """),
                        Optional.empty(),
                        DesiredState.DEPLOYED);
        assertThat(record.runtime()).contains("vllm:1");
        assertThat(text(record, OwnKey.ADAPTERS)).isEqualTo("y,z");
        assertThat(text(record, OwnKey.INTERNAL_URL)).isEqualTo("http://x.ml.svc.cluster.local");
        assertThat(text(record, OwnKey.ADDRESSES))
                .isEqualTo("http://x.ml.svc.cluster.local,https://gw.example.com/x");
        assertThat(record.properties().over(Map.of()))
                .containsEntry("max_replicas", new Property.Whole(4))
                .doesNotContainKey("cluster");
    }

    @Test
    void keepsForeignPropertiesAndComparesOnlyItsOwn() {
        OwnProperties own = OwnProperties.none().with(OwnKey.URL, "new");
        Map<String, Property> stored =
                Map.of("url", new Property.Text("old"), "theirs", new Property.Foreign("{}"));
        assertThat(own.over(stored))
                .isEqualTo(
                        Map.of(
                                "url",
                                new Property.Text("new"),
                                "theirs",
                                new Property.Foreign("{}")));
        assertThat(own.differences(stored)).isEqualTo(List.of("url"));
    }

    @Test
    void shortensTheWorkloadsNameOnly() {
        String uid = "6d0c1f2e-0000-4000-8000-000000000001";
        assertThat(Names.record("n".repeat(253), uid, "123456789"))
                .hasSize(200)
                .endsWith("/" + uid + "/123456789");
    }
}
