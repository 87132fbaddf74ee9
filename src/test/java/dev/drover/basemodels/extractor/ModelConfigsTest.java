package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.basemodels.metadata.ExtractionResult.Failure;
import dev.drover.basemodels.metadata.ExtractionResult.Success;
import dev.drover.basemodels.metadata.MetadataField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The model directories of the specification's fixtures, real configurations most of them; their
 * README says how to read {@code expected.json}. Skipped where the fixtures are not beside the
 * checkout.
 */
class ModelConfigsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<String, String> CODES =
            Map.of(
                    "FALLBACK_CONFIG_NAME", "FallbackConfig",
                    "CONFIG_IN_SUBDIRECTORY", "ConfigInSubdirectory",
                    "PARAMETER_COUNT_ESTIMATED", "SizeEstimated",
                    "SAFETENSORS_UNREADABLE", "WeightsUnreadable",
                    "SHARD_MISSING", "ShardMissing",
                    "SHARD_NAME_REFUSED", "BadShardName",
                    "LFS_POINTER", "LfsPointer",
                    "QUANT_CONFIG_UNREADABLE", "QuantConfigUnreadable",
                    "QUANT_ALGO_UNKNOWN", "QuantizationUnknown",
                    "CAPABILITY_UNKNOWN", "CapabilityUnknown");

    private static final Map<String, List<String>> SOURCES =
            Map.of(
                    "safetensors", List.of("index", "safetensors"),
                    "safetensors-quantized", List.of("index", "safetensors"),
                    "estimate", List.of("estimate"),
                    "none", List.of("none"));

    @TempDir Path temporary;

    static Stream<String> cases() throws IOException {
        return Fixtures.modelDirectories();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void extractsWhatIsExpected(String name) throws IOException {
        assumeTrue(!name.equals(Fixtures.ABSENT), Fixtures.ABSENT);
        Path directory = copy(Fixtures.ROOT.resolve(name), temporary.resolve("model"));
        JsonNode expected = JSON.readTree(directory.resolve("expected.json").toFile());
        Files.delete(directory.resolve("expected.json"));
        ExtractorRun run = ExtractorRun.on(layOut(directory));

        assertThat(run.exit())
                .as(run.out() + run.log())
                .isEqualTo(expected.get("exitCode").intValue());
        if (run.exit() == 0) {
            check(expected, run.success());
        } else {
            Failure failure = run.failure();
            assertThat(failure.code().exit()).isEqualTo(run.exit());
            assertThat(failure.message()).isNotBlank();
            assertThat(failure.hint()).isNotBlank();
        }
    }

    private static void check(JsonNode expected, Success success) {
        assertThat(success.fingerprint()).isEqualTo("f1");
        assertThat(success.foundAt()).isEqualTo(expected.get("foundAt").textValue());
        JsonNode actual = JSON.valueToTree(byKey(success.fields().values()));
        expected.get("spec")
                .fields()
                .forEachRemaining(
                        field ->
                                assertThat(accepted(expected, field))
                                        .as(field.getKey())
                                        .contains(actual.path(field.getKey())));
        for (JsonNode unset : expected.get("unset")) {
            assertThat(actual.has(unset.textValue())).as(unset.textValue()).isFalse();
        }
        assertThat(success.parameterCount().isPresent())
                .isEqualTo(expected.get("parameterCount").isNumber());
        success.parameterCount()
                .ifPresent(
                        count ->
                                assertThat(count)
                                        .isEqualTo(expected.get("parameterCount").longValue()));
        assertThat(SOURCES.get(expected.get("parameterCountFrom").textValue()))
                .contains(success.parameterSource().word());
        assertThat(success.warnings())
                .containsExactlyInAnyOrderElementsOf(
                        StreamSupport.stream(expected.get("warnings").spliterator(), false)
                                .map(topic -> CODES.get(topic.textValue()))
                                .toList());
    }

    private static Map<String, Object> byKey(Map<MetadataField, Object> fields) {
        return fields.entrySet().stream()
                .collect(Collectors.toMap(field -> field.getKey().key(), Map.Entry::getValue));
    }

    private static List<JsonNode> accepted(JsonNode expected, Map.Entry<String, JsonNode> field) {
        List<JsonNode> values = new ArrayList<>(List.of(field.getValue()));
        expected.path("accept").path(field.getKey()).forEach(values::add);
        return values;
    }

    /** Does what {@code layout.json} asks for. */
    private static Path layOut(Path directory) throws IOException {
        Path layout = directory.resolve("layout.json");
        Path model = directory;
        if (Files.exists(layout)) {
            for (JsonNode action : JSON.readTree(layout.toFile()).get("actions")) {
                Path path = directory.resolve(action.get("path").textValue());
                switch (action.get("op").textValue()) {
                    case "useAsModelPath" -> model = path;
                    case "symlink" ->
                            Files.createSymbolicLink(
                                    path, Path.of(action.get("target").textValue()));
                    case "chmod" -> {
                        assumeTrue(!Fixtures.isRoot(), "permissions do not bind root");
                        Files.setPosixFilePermissions(
                                path,
                                PosixFilePermissions.fromString(action.get("mode").textValue()));
                    }
                    case "generateSafetensors" ->
                            SafetensorsFile.write(
                                    path,
                                    action.get("tensorCount").intValue(),
                                    action.get("nameFormat").textValue(),
                                    action.get("dtype").textValue(),
                                    JSON.convertValue(action.get("shape"), int[].class));
                    default -> throw new IllegalArgumentException(action.toString());
                }
            }
            Files.delete(layout);
        }
        return model;
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file)),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        try (Stream<Path> files = Files.walk(to)) {
            for (Path file : files.toList()) {
                file.toFile().setWritable(true); // the fixtures may be read-only
            }
        }
        return to;
    }
}
