package dev.drover.registry.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PruningTest {
    private final GenericKubernetesResource pruned =
            new Pruning()
                    .apply(
                            new KubernetesSerialization()
                                    .unmarshal(
                                            """
                                            apiVersion: serving.kserve.io/v1beta1
                                            kind: InferenceService
                                            metadata:
                                              name: iris
                                              managedFields: [{manager: kubectl}]
                                              annotations:
                                                kubectl.kubernetes.io/last-applied-configuration: long
                                                serving.kserve.io/stop: "true"
                                            spec:
                                              predictor:
                                                minReplicas: 1
                                                tolerations: [{key: gpu}]
                                                model:
                                                  modelFormat: {name: sklearn, version: null}
                                                  env: [{name: A, value: b}]
                                            status:
                                              observedGeneration: 4
                                              address: {url: "http://iris", CACerts: long}
                                              components: {predictor: {restUrl: "http://r", url: u}}
                                              conditions:
                                                - {type: Ready, status: "False", message: long}
                                              modelStatus: {transitionStatus: UpToDate, copies: {}}
                                            """,
                                            GenericKubernetesResource.class));

    @Test
    void keepsOfSpecAndStatusWhatARecordShows() {
        assertThat(pruned.getAdditionalProperties())
                .isEqualTo(
                        Map.of(
                                "spec",
                                Map.of(
                                        "predictor",
                                        Map.of(
                                                "minReplicas",
                                                1,
                                                "model",
                                                Map.of("modelFormat", Map.of("name", "sklearn")))),
                                "status",
                                Map.of(
                                        "address",
                                        Map.of("url", "http://iris"),
                                        "components",
                                        Map.of("predictor", Map.of("restUrl", "http://r")),
                                        "conditions",
                                        List.of(Map.of("type", "Ready", "status", "False")),
                                        "modelStatus",
                                        Map.of("transitionStatus", "UpToDate"))));
    }

    @Test
    void keepsOfMetadataWhatUsersWrote() {
        assertThat(pruned.getMetadata().getManagedFields()).isNullOrEmpty();
        assertThat(pruned.getMetadata().getAnnotations())
                .isEqualTo(Map.of("serving.kserve.io/stop", "true"));
    }

    @Test
    void keepsItInTheFormThatTakesTheLeastHeap() {
        Map<?, ?> spec = (Map<?, ?>) pruned.getAdditionalProperties().get("spec");

        assertThat(List.of(spec.getClass(), pruned.getMetadata().getAnnotations().getClass()))
                .containsOnly(Map.of("a", 1).getClass());
    }
}
