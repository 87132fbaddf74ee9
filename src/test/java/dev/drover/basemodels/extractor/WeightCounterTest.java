package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.ExtractionResult.Success;
import dev.drover.basemodels.metadata.ParameterSource;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files are counted: those of the index, else those of the directory (8.4). */
class WeightCounterTest {
    private static final String INDEX = "model.safetensors.index.json";

    @TempDir Path temporary;

    ModelFolder model;

    @BeforeEach
    void folder() {
        model =
                ModelFolder.in(temporary)
                        .config()
                        .weights("model-1.safetensors", "a", 2)
                        .weights("model-2.safetensors", "b", 3);
    }

    @Test
    void sumsTheShardsOfTheIndexEachOnce() {
        model.weights("other.safetensors", "c", 100)
                .file(
                        INDEX,
                        index("model-1.safetensors", "model-2.safetensors", "model-1.safetensors"));
        Success success = model.run().success();
        assertThat(success.parameterCount()).hasValue(5);
        assertThat(success.parameterSource()).isEqualTo(ParameterSource.INDEX);
        assertThat(success.warnings()).isEmpty();
    }

    @Test
    void shardsMayLieInADirectory() {
        model.weights("shards/x.safetensors", "c", 9).file(INDEX, index("shards/x.safetensors"));
        assertThat(model.run().success().parameterCount()).hasValue(9);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../model-1.safetensors",
                "a/../model-1.safetensors",
                "..",
                "/etc/passwd",
                "",
                "a\\nb",
                "\\u0000"
            })
    void refusesShardNamesThatLeadElsewhere(String name) {
        model.file(INDEX, index("model-1.safetensors", name));
        Success success = model.run().success();
        assertThat(success.warnings()).containsExactly("BadShardName", "SizeEstimated");
        assertThat(success.parameterCount()).hasValue(ModelFolder.ESTIMATE);
    }

    @Test
    void estimatesWhenAShardIsMissingThoughOthersAreThere() {
        model.file(INDEX, index("model-1.safetensors", "model-3.safetensors"));
        assertThat(model.run().success().warnings())
                .containsExactly("ShardMissing", "SizeEstimated");
    }

    @Test
    void estimatesWhenAShardOfTheIndexIsBroken() {
        model.file("model-2.safetensors", "x")
                .file(INDEX, index("model-1.safetensors", "model-2.safetensors"));
        assertThat(model.run().success().warnings())
                .containsExactly("WeightsUnreadable", "SizeEstimated");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{}",
                "{\"weight_map\": {}}",
                "{\"weight_map\": []}",
                "{\"weight_map\": {\"a\": 1}}",
                "{\"weight_map\": {\"a\": \"model-1.safetensors\", \"b\": null}}"
            })
    void takesTheFilesOfTheDirectoryWhenTheIndexIsNone(String index) {
        Success success = model.file(INDEX, index).run().success();
        assertThat(success.parameterCount()).hasValue(5);
        assertThat(success.parameterSource()).isEqualTo(ParameterSource.SAFETENSORS);
        assertThat(success.warnings()).containsExactly("WeightsUnreadable");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    consolidated is a second copy        | consolidated.safetensors a.safetensors         | a.safetensors
                    consolidated alone is the model      | consolidated.safetensors                       | consolidated.safetensors
                    a variant beside its original        | m.safetensors m.fp16.safetensors               | m.safetensors
                    a variant alone is the model         | m.fp16.safetensors                             | m.fp16.safetensors
                    shards of a variant                  | m.safetensors m.fp16-00001-of-00002.safetensors | m.safetensors
                    dots in a name                       | v1.5.safetensors v1.6.safetensors              | v1.5.safetensors v1.6.safetensors
                    """)
    void countsNothingTwice(String name, String files, String counted) {
        assertThat(
                        WeightFiles.withoutVariants(
                                WeightFiles.withoutConsolidated(List.of(files.split(" ")))))
                .containsExactly(counted.split(" "));
    }

    @Test
    void oneBrokenFileSpoilsTheSum() {
        model.file("model-3.safetensors", "x");
        Success success = model.run().success();
        assertThat(success.warnings()).containsExactly("WeightsUnreadable", "SizeEstimated");
    }

    @Test
    void weightsWithoutParametersSayNothing() {
        ModelFolder empty =
                new ModelFolder(temporary.resolve("empty"))
                        .file("config.json", "{\"model_type\": \"x\"}")
                        .weights("model.safetensors", "a", 0);
        Success success = empty.run().success();
        assertThat(success.parameterCount()).isEmpty();
        assertThat(success.parameterSource()).isEqualTo(ParameterSource.NONE);
    }

    private static String index(String... shards) {
        StringBuilder map = new StringBuilder();
        for (int i = 0; i < shards.length; i++) {
            map.append(i == 0 ? "" : ",").append("\"t" + i + "\":\"" + shards[i] + "\"");
        }
        return "{\"metadata\":{\"total_size\":1},\"weight_map\":{" + map + "}}";
    }
}
