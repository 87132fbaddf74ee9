package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.basemodels.metadata.ParameterSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The specification's tables of single rules, each row one case. */
class VectorsTest {
    @TempDir Path temporary;

    static Stream<JsonNode> architectureTokens() throws IOException {
        return Fixtures.rows("architecture-token");
    }

    static Stream<JsonNode> capabilities() throws IOException {
        return Fixtures.rows("capabilities");
    }

    static Stream<JsonNode> contextLengths() throws IOException {
        return Fixtures.rows("context-length");
    }

    static Stream<JsonNode> diffusionClasses() throws IOException {
        return Fixtures.rows("diffusion-class");
    }

    static Stream<JsonNode> excludedTensors() throws IOException {
        return Fixtures.rows("excluded-tensor");
    }

    static Stream<JsonNode> packingFactors() throws IOException {
        return Fixtures.rows("packing-factor");
    }

    static Stream<JsonNode> parameterSizes() throws IOException {
        return Fixtures.rows("parameter-size");
    }

    static Stream<JsonNode> quantizationNames() throws IOException {
        return Fixtures.rows("quantization-name");
    }

    static Stream<JsonNode> scaleTensors() throws IOException {
        return Fixtures.rows("scale-tensor");
    }

    @ParameterizedTest
    @MethodSource("architectureTokens")
    void findsWholeWordsInArchitectures(JsonNode row) {
        assume(row);
        assertThat(new ArchitectureName(text(row, "architecture")).hasWord(text(row, "token")))
                .isEqualTo(row.get("match").booleanValue());
    }

    @ParameterizedTest
    @MethodSource("capabilities")
    void knowsCapabilitiesByTheFirstRule(JsonNode row) throws Exception {
        assume(row);
        JsonObject config = config(row);
        assertThat(
                        Capabilities.ofModel(
                                config.text("model_type").orElse(""),
                                config.text("architectures").orElse(""),
                                config))
                .isEqualTo(texts(row.get("modelCapabilities")));
    }

    @ParameterizedTest
    @MethodSource("contextLengths")
    void takesTheFirstUsableContextLength(JsonNode row) throws Exception {
        assume(row);
        JsonNode expected = row.get("maxTokens");
        assertThat(MaxTokens.of(TextModel.of(config(row))))
                .isEqualTo(
                        expected.isNull()
                                ? OptionalInt.empty()
                                : OptionalInt.of(expected.intValue()));
    }

    @ParameterizedTest
    @MethodSource("diffusionClasses")
    void knowsCapabilitiesOfPipelines(JsonNode row) {
        assume(row);
        assertThat(Capabilities.ofPipeline(text(row, "className")))
                .isEqualTo(texts(row.get("modelCapabilities")));
    }

    @ParameterizedTest
    @MethodSource("excludedTensors")
    void excludesModulesByPatterns(JsonNode row) {
        assume(row);
        assertThat(
                        new Exclusions(texts(row.get("patterns")))
                                .contains(text(row, "name"), () -> false))
                .isEqualTo(row.get("excluded").booleanValue());
    }

    @ParameterizedTest
    @MethodSource("packingFactors")
    void unpacks(JsonNode row) {
        assume(row);
        assertThat(Packing.of(text(row, "algorithm")).factor(text(row, "dtype")))
                .isEqualTo(row.get("factor").intValue());
    }

    @ParameterizedTest
    @MethodSource("parameterSizes")
    void writesSizes(JsonNode row) {
        assume(row);
        long count = row.get("count").longValue();
        if (row.get("text").isNull()) {
            assertThat(ParameterCount.of(count, ParameterSource.INDEX))
                    .isEqualTo(ParameterCount.UNKNOWN);
        } else {
            assertThat(SizeText.of(count)).isEqualTo(text(row, "text"));
        }
    }

    @ParameterizedTest
    @MethodSource("quantizationNames")
    void namesQuantizations(JsonNode row) {
        assume(row);
        assertThat(Quantization.fieldValue(text(row, "name")).orElse(null))
                .isEqualTo(row.get("quantization").textValue());
    }

    @ParameterizedTest
    @MethodSource("scaleTensors")
    void tellsScalesFromWeights(JsonNode row) {
        assume(row);
        assertThat(ScaleTensors.contains(text(row, "name")))
                .isEqualTo(row.get("scale").booleanValue());
    }

    private static void assume(JsonNode row) {
        assumeTrue(row.isObject(), Fixtures.ABSENT);
    }

    private JsonObject config(JsonNode row) throws Exception {
        Path file = temporary.resolve("config.json");
        Files.writeString(file, row.get("config").toString());
        return JsonDocuments.read(file, ConfigKeys.TRANSFORMERS);
    }

    private static String text(JsonNode row, String key) {
        return row.get(key).textValue();
    }

    private static List<String> texts(JsonNode list) {
        return list.isNull()
                ? List.of()
                : new ArrayList<>(
                        StreamSupport.stream(list.spliterator(), false)
                                .map(JsonNode::textValue)
                                .toList());
    }
}
