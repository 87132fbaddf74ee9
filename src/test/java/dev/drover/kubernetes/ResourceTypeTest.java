package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceTypeTest {
    @ParameterizedTest
    @CsvSource({
        "inference.opendatahub.io/v1alpha1/externalmodels, externalmodels.inference.opendatahub.io",
        "batch/v1/jobs, jobs.batch",
        "v1/configmaps, configmaps",
        "'serving.kserve.io/v1alpha2,v1alpha1/llminferenceservices', llminferenceservices.serving.kserve.io",
    })
    void readsPathsAsTheApiWritesThem(String path, String qualifiedName) {
        ResourceType type = ResourceType.parse(path);
        assertThat(type).hasToString(path);
        assertThat(type.qualifiedName()).isEqualTo(qualifiedName);
        assertThat(ResourceType.parse(type.toString())).isEqualTo(type);
    }

    @Test
    void keepsTheOrderOfVersions() {
        assertThat(ResourceType.parse("g/v2,v1/things"))
                .isEqualTo(new ResourceType("g", List.of("v2", "v1"), "things"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "configmaps",
                "/v1/configmaps",
                "g/v1/",
                "g//things",
                "g/v1,/things",
                "g/v1/things/status",
                "G/v1/things",
                "g/v1/Things",
                "g/v1/thi ngs",
                "g/../things"
            })
    void refusesOtherTextsAndNamesTheAcceptedForm(String path) {
        assertThatThrownBy(() -> ResourceType.parse(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("accepted: group/version[,version]/plural");
    }
}
