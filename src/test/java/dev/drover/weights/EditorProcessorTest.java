package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EditorProcessorTest {
    @Test
    void namesWhoWroteTheListLast() {
        assertThat(
                        EditorProcessor.editor(
                                List.of(
                                        entry("kubectl-create", "f:externalProviderRefs", 1),
                                        entry("kubectl-edit", "f:externalProviderRefs", 3),
                                        entry("argocd-controller", "f:externalProviderRefs", 2))))
                .isEqualTo("kubectl-edit");
    }

    @Test
    void doesNotNameUsNorWhoWroteOtherFields() {
        assertThat(
                        EditorProcessor.editor(
                                List.of(
                                        entry("kubectl-edit", "f:externalProviderRefs", 1),
                                        entry("drover-weights", "f:externalProviderRefs", 2),
                                        entry("ipp", "f:modelName", 3))))
                .isEqualTo("kubectl-edit");
    }

    @Test
    void saysSomebodyWhenNobodyIsKnown() {
        assertThat(EditorProcessor.editor(null)).isEqualTo("somebody");
        assertThat(EditorProcessor.editor(List.of())).isEqualTo("somebody");
    }

    private static ManagedFieldsEntry entry(String manager, String field, int minute) {
        FieldsV1 fields = new FieldsV1();
        fields.setAdditionalProperty("f:spec", Map.of(field, Map.of()));
        return new ManagedFieldsEntryBuilder()
                .withManager(manager)
                .withTime("2026-11-30T08:0" + minute + ":00Z")
                .withFieldsV1(fields)
                .build();
    }
}
