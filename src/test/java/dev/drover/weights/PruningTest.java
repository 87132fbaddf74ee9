package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ExternalProvider;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PruningTest {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    @Test
    void keepsTheSpecOfAModelAndDropsItsStatus() {
        GenericKubernetesResource model =
                Pruning.model()
                        .apply(
                                object(
                                        """
                                        apiVersion: inference.opendatahub.io/v1alpha1
                                        kind: ExternalModel
                                        metadata: {name: m, managedFields: [{manager: kubectl}]}
                                        spec: {modelName: m, externalProviderRefs: [{weight: 1}]}
                                        status: {phase: Ready}
                                        """));

        assertThat(model.getAdditionalProperties()).containsOnlyKeys("spec");
        assertThat(model.getMetadata().getManagedFields()).isNullOrEmpty();
        assertThat((Map<?, ?>) model.getAdditionalProperties().get("spec")).hasSize(2);
    }

    @Test
    void neverCachesWhatTheProvidersCredentialsAre() {
        GenericKubernetesResource provider =
                Pruning.provider()
                        .apply(
                                object(
                                        """
                                        apiVersion: inference.opendatahub.io/v1alpha1
                                        kind: ExternalProvider
                                        metadata: {name: p}
                                        spec:
                                          provider: remote-maas
                                          endpoint: b.example.com
                                          auth: {secretRef: {name: key}}
                                          config: {metrics: enabled}
                                        status: {phase: Ready, observedGeneration: 1}
                                        """));

        assertThat(provider.getAdditionalProperties().toString())
                .doesNotContain("auth")
                .doesNotContain("observedGeneration");
        assertThat(ExternalProvider.of(provider))
                .extracting(
                        ExternalProvider::label,
                        ExternalProvider::endpoint,
                        ExternalProvider::config,
                        ExternalProvider::ready)
                .containsExactly(
                        "remote-maas", "b.example.com", Map.of("metrics", "enabled"), true);
    }

    @Test
    void stillShowsThatThereAreAnnotations() {
        GenericKubernetesResource model =
                Pruning.model()
                        .apply(
                                object(
                                        """
                                        apiVersion: inference.opendatahub.io/v1alpha1
                                        kind: ExternalModel
                                        metadata:
                                          name: m
                                          annotations:
                                            kubectl.kubernetes.io/last-applied-configuration: long
                                        """));

        assertThat(model.getMetadata().getAnnotations()).containsEntry(LAST_APPLIED, "");
        assertThat(ExternalModel.of(model).annotated()).isTrue();
    }

    @Test
    void leavesAnObjectOfAnyShapeAlone() {
        assertThat(
                        Pruning.provider()
                                .apply(
                                        object(
                                                """
                                                apiVersion: inference.opendatahub.io/v1alpha1
                                                kind: ExternalProvider
                                                metadata: {name: p}
                                                spec: text
                                                """))
                                .getAdditionalProperties())
                .containsEntry("spec", "text");
    }

    private static GenericKubernetesResource object(String yaml) {
        return Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    }
}
