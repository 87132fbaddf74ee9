package dev.drover.registry.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a namespace's environment is called. */
class EnvironmentTemplateTest {
    @ParameterizedTest
    @CsvSource({
        "{namespace},               ml,      c1,   ml,           false",
        "{cluster}.{namespace},     ml,      c1,   c1.ml,        true",
        "kserve-{namespace},        ml,      c1,   kserve-ml,    false"
    })
    void putsTheNamesIn(
            String text, String namespace, String cluster, String name, boolean needsCluster) {
        EnvironmentTemplate template = EnvironmentTemplate.parse(text);

        assertThat(template.name(namespace, cluster)).isEqualTo(name);
        assertThat(template.needsCluster()).isEqualTo(needsCluster);
    }

    @Test
    void cutsALongNameAndKeepsItDistinct() {
        EnvironmentTemplate template = EnvironmentTemplate.parse("x".repeat(200) + "{namespace}");

        assertThat(template.name("n".repeat(40), "")).hasSize(240).endsWith("n");
        String one = template.name("n".repeat(41), "");
        String other = template.name("n".repeat(42), "");
        assertThat(one).hasSize(240).matches("x{200}n{31}-[0-9a-f]{8}");
        assertThat(other).hasSize(240).isNotEqualTo(one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ml", "{cluster}", "{Namespace}", "{namespace} ", "{namespace}/x"})
    void refusesEverythingElse(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> EnvironmentTemplate.parse(text));
    }
}
