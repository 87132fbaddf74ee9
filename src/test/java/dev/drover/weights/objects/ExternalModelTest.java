package dev.drover.weights.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.decision.Scene;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalModelTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @ParameterizedTest(name = "{0} counts as {1}, worth a warning: {2}")
    @CsvSource({
        "50,       50,  false",
        "50.0,     50,  false",
        "0,        0,   false",
        "null,     1,   false",
        "50.4,     50,  true",
        "-1,       0,   true",
        "101,      100, true",
        "1e300,    100, true",
        "'\"50\"', 1,   true",
        "true,     1,   true",
        "{},       1,   true",
    })
    void readsWeightsOfAnyType(String stored, int weight, boolean finding) throws Exception {
        Scene scene = Scene.unwritten(7, 7);
        ((ObjectNode) scene.refs().get(0)).set("weight", MAPPER.readTree(stored));

        ExternalModel model = ExternalModel.of(scene.resource());

        assertThat(model.refs().get(0).weight()).isEqualTo(weight);
        assertThat(model.findings()).hasSize(finding ? 1 : 0);
        if (finding) {
            assertThat(model.findings().get(0))
                    .startsWith("externalProviderRefs[0].weight is ")
                    .endsWith(weight + " is used; accepted: an integer from 0 to 100");
        }
    }

    @Test
    void takesAnAbsentWeightForTheDefault() {
        Scene scene = Scene.unwritten(7, 7);
        ((ObjectNode) scene.refs().get(0)).remove("weight");

        ProviderRef ref = ExternalModel.of(scene.resource()).refs().get(0);

        assertThat(ref.weight()).isEqualTo(1);
        assertThat(ref.storedWeight()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "1",
                "\"text\"",
                "[]",
                "{}",
                "{\"ref\":\"cluster-a\",\"targetModel\":\"m\"}",
                "{\"ref\":{\"name\":\"cluster-a\"}}",
                "{\"ref\":{\"name\":1},\"targetModel\":\"m\"}",
            })
    void keepsThePlaceOfAnEntryThatIsNoRef(String entry) throws Exception {
        Scene scene = Scene.unwritten(7, 8);
        scene.refs().insert(1, MAPPER.readTree(entry));

        ExternalModel model = ExternalModel.of(scene.resource());

        assertThat(model.refs()).extracting(ProviderRef::usable).containsExactly(true, false, true);
        assertThat(model.refs()).extracting(ProviderRef::index).containsExactly(0, 1, 2);
        assertThat(model.usableRefs()).isEqualTo(2);
        assertThat(model.findings()).hasSize(1).first().asString().contains("[1]");
    }

    @Test
    void aRefIsLookedForWhereTheEntrySaysElseInTheModelsNamespace() {
        Scene scene = Scene.unwritten(7, 8);
        ((ObjectNode) scene.refs().get(0).get("ref")).put("namespace", "edge");

        assertThat(ExternalModel.of(scene.resource()).refs())
                .extracting(ProviderRef::provider)
                .containsExactly(
                        new ObjectKey("edge", "cluster-a"),
                        new ObjectKey("maas-system", "cluster-b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "1", "[]", "\"text\""})
    void anObjectWithoutSpecHasNoRefs(String spec) throws Exception {
        Scene scene = Scene.unwritten(7, 8);
        scene.object.set("spec", MAPPER.readTree(spec));

        ExternalModel model = ExternalModel.of(scene.resource());

        assertThat(model.hasSpec()).isFalse();
        assertThat(model.refs()).isEmpty();
        assertThat(model.findings()).containsExactly("ExternalModel maas-system/llama has no spec");
    }

    @Test
    void knowsTheObjectsOfTheMigration() {
        Scene scene = Scene.unwritten(7, 8);
        ((ObjectNode) scene.object.get("metadata"))
                .putObject("labels")
                .put("app.kubernetes.io/managed-by", "ipp-legacy-migration");

        assertThat(ExternalModel.of(scene.resource()).ownedByMigration()).isTrue();
    }

    @Test
    void theEntrysConfigurationOverridesTheProvidersKeyByKey() throws Exception {
        Scene scene = Scene.unwritten(7, 8);
        ((ObjectNode) scene.refs().get(0))
                .set("config", MAPPER.readTree("{\"metrics\":\"disabled\",\"port\":80}"));

        ProviderRef ref = ExternalModel.of(scene.resource()).refs().get(0);

        assertThat(ref.configOver(Map.of("metrics", "enabled", "healthCheck", "enabled")))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("metrics", "disabled", "healthCheck", "enabled"));
    }

    @ParameterizedTest(name = "status {0}: ready {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "null | true",
                "{} | true",
                "{\"phase\":\"Ready\"} | true",
                "{\"phase\":\"Pending\"} | false",
                "{\"phase\":\"Failed\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]} | true",
                "{\"phase\":\"Ready\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"Unknown\"}]} | false",
                "{\"phase\":\"Failed\",\"conditions\":[{\"type\":\"Other\",\"status\":\"True\"}]} | false",
                "{\"phase\":7,\"conditions\":\"none\"} | true",
            })
    void aProviderIsReadyUnlessItsStatusSaysOtherwise(String status, boolean ready)
            throws Exception {
        Scene scene = Scene.unwritten(1, 1);
        ObjectNode provider = scene.object.deepCopy();
        provider.set(
                "spec",
                MAPPER.readTree("{\"provider\":\"remote\",\"config\":{\"a\":\"b\",\"c\":1}}"));
        provider.set("status", MAPPER.readTree(status));

        ExternalProvider read =
                ExternalProvider.of(MAPPER.convertValue(provider, GenericKubernetesResource.class));

        assertThat(read.ready()).isEqualTo(ready);
        assertThat(read.label()).isEqualTo("remote");
        assertThat(read.endpoint()).isEmpty();
        assertThat(read.config()).containsExactlyEntriesOf(Map.of("a", "b"));
    }
}
