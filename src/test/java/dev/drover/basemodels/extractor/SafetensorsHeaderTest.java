package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.ExtractionResult.Success;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers as they should be, and as a stranger may make them (8.4). */
class SafetensorsHeaderTest {
    private static final String HEADER = "{\"a\":{\"dtype\":\"BF16\",\"shape\":[2,3]}}";

    @TempDir Path temporary;

    ModelFolder model;

    @BeforeEach
    void folder() {
        model = ModelFolder.in(temporary).config();
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    one tensor                          | {"a":{"shape":[2,3]}}                                 | 6
                    two tensors, metadata passed over   | {"a":{"shape":[2]},"__metadata__":{"shape":"x"},"b":{"shape":[3]}} | 5
                    a scalar counts nothing             | {"a":{"shape":[]},"b":{"shape":[3]}}                  | 3
                    an empty dimension counts nothing   | {"a":{"shape":[4294967296,4294967296,0]},"b":{"shape":[3]}} | 3
                    order and further keys do not count | {"a":{"x":[[{}]],"shape":[2],"dtype":"F8"}}           | 2
                    the largest sum                     | {"a":{"shape":[9223372036854775806]},"b":{"shape":[1]}} | 9223372036854775807
                    padding                             | {"a":{"shape":[2]}}______                             | 2
                    """)
    void countsElements(String name, String header, long expected) {
        assertThat(counted(header.replace('_', header.endsWith("_") ? ' ' : '_')))
                .satisfies(success -> assertThat(success.parameterCount()).hasValue(expected))
                .satisfies(success -> assertThat(success.warnings()).isEmpty());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a negative dimension           | {"a":{"shape":[2,-3]}}
                    a negative beside a zero       | {"a":{"shape":[0,-3]}}
                    a fraction                     | {"a":{"shape":[2.5]}}
                    a whole number as fraction     | {"a":{"shape":[2.0]}}
                    a dimension above 2^63         | {"a":{"shape":[9223372036854775808]}}
                    a product above 2^63           | {"a":{"shape":[4294967296,4294967296]}}
                    a product that wraps to small  | {"a":{"shape":[4294967296,4294967296,3]}}
                    a sum above 2^63               | {"a":{"shape":[9223372036854775807]},"b":{"shape":[1]}}
                    NaN                            | {"a":{"shape":[NaN]}}
                    a dimension as text            | {"a":{"shape":["2"]}}
                    a nested shape                 | {"a":{"shape":[[2]]}}
                    a shape that is no list        | {"a":{"shape":2}}
                    no shape                       | {"a":{"dtype":"BF16"}}
                    a tensor that is no object     | {"a":[2]}
                    a tensor that is null          | {"a":null}
                    not an object                  | [{"a":{"shape":[2]}}]
                    blank first                    | {"a":{"shape":[2]}}
                    cut                            | {"a":{"shape":[2]}
                    something behind               | {"a":{"shape":[2]}}{}
                    """)
    void estimatesWhenAHeaderIsBroken(String name, String header) {
        Success success = counted(name.equals("blank first") ? " " + header : header);
        assertThat(success.warnings()).containsExactly("WeightsUnreadable", "SizeEstimated");
        assertThat(success.parameterCount()).hasValue(ModelFolder.ESTIMATE);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 40, 100_000_001, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void refusesALengthThatCannotBe(long length) {
        SafetensorsFile.write(model.path().resolve("model.safetensors"), length, HEADER);
        Success success = model.run().success();
        assertThat(success.warnings()).containsExactly("WeightsUnreadable", "SizeEstimated");
    }

    @Test
    void tellsTheUnsignedLength() {
        SafetensorsFile.write(model.path().resolve("model.safetensors"), Long.MIN_VALUE, HEADER);
        assertThat(model.run().log())
                .contains("model.safetensors: header length 9223372036854775808; accepted: 2 to");
    }

    @Test
    void readsNothingBehindTheHeader() {
        SafetensorsFile.write(
                model.path().resolve("model.safetensors"), HEADER.length(), HEADER + "\0garbage");
        assertThat(model.run().success().parameterCount()).hasValue(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\1", "1234567"})
    void refusesAFileThatIsTooShort(String content) {
        assertThat(model.file("model.safetensors", content).run().success().warnings())
                .containsExactly("WeightsUnreadable", "SizeEstimated");
    }

    @Test
    void knowsAGitLfsPointer() {
        String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n";
        assertThat(model.file("model.safetensors", pointer).run().success().warnings())
                .containsExactly("LfsPointer", "SizeEstimated");
    }

    @Test
    void knowsAGitLfsPointerInPlaceOfOtherWeights() throws IOException {
        String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n";
        model.file("training_args.bin", "PK").file("pytorch_model.bin", pointer);
        assertThat(model.run().success().warnings()).containsExactly("LfsPointer", "SizeEstimated");
        Files.delete(model.path().resolve("pytorch_model.bin"));
        assertThat(model.run().success().warnings()).containsExactly("SizeEstimated");
    }

    @Test
    void refusesHeadersThatAreNotUtf8OrNestTooDeep() {
        assertThat(counted("{\"a\":{\"x\":" + "[".repeat(300) + "]".repeat(300) + "}}").warnings())
                .contains("WeightsUnreadable");
        assertThat(counted("{\"" + "n".repeat(5000) + "\":{\"shape\":[2]}}").warnings())
                .contains("WeightsUnreadable");
    }

    private Success counted(String header) {
        return model.header("model.safetensors", header).run().success();
    }
}
