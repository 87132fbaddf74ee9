package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.FailureCode;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ParameterSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of the command: options, result, termination log, exit code. */
class ExtractorTest {
    @TempDir Path temporary;

    ModelFolder model;

    @BeforeEach
    void smallModel() {
        model = ModelFolder.in(temporary).config().weights("model.safetensors", "a", 10, 10);
    }

    @Test
    void writesOneLineOfCompactJson() {
        assertThat(model.run().out())
                .isEqualTo(
                        "{\"v\":1,\"fp\":\"f1\",\"ok\":true,\"foundAt\":\"config.json\",\"fields\":{"
                                + "\"modelType\":\"llama\",\"modelArchitecture\":\"LlamaForCausalLM\","
                                + "\"modelFormat\":{\"name\":\"safetensors\",\"version\":\"1.0.0\"},"
                                + "\"modelFramework\":{\"name\":\"transformers\",\"version\":\"4.40.0\"},\"modelParameterSize\":\"100\",\"maxTokens\":2048,\"modelCapabilities\":[\"TEXT_TO_TEXT\"]},\"parameterCount\":100,\"parameterSource\":\"safetensors\",\"warnings\":[]}\n");
    }

    @Test
    void writesTheSameLineToTheTerminationLog() throws IOException {
        Path log = Files.writeString(temporary.resolve("termination-log"), "x".repeat(5000));
        ExtractorRun run = model.run("--termination-log", log.toString());
        assertThat(log).hasContent(run.out());
        assertThat(run.exit()).isZero();
    }

    @Test
    void createsNoTerminationLog() {
        Path log = temporary.resolve("termination-log");
        ExtractorRun run = model.run("--termination-log=" + log);
        assertThat(log).doesNotExist();
        assertThat(run.exit()).isZero();
        assertThat(run.log()).isEmpty();
    }

    @Test
    void aTerminationLogThatCannotBeWrittenIsOnlyLogged() {
        ExtractorRun run = model.run("--termination-log", temporary.toString());
        assertThat(run.exit()).isZero();
        assertThat(run.log()).contains("termination log not written");
    }

    @Test
    void writesAFailureWithExitCodeHintAndNames() throws IOException {
        Path log = Files.createFile(temporary.resolve("termination-log"));
        ModelFolder other =
                new ModelFolder(Files.createDirectory(temporary.resolve("other")))
                        .file("README.md", "");
        ExtractorRun run = other.run("--termination-log", log.toString());
        assertThat(run.exit()).isEqualTo(11);
        assertThat(run.out())
                .startsWith(
                        "{\"v\":1,\"fp\":\"f1\",\"ok\":false,\"exit\":11,\"code\":\"NoConfig\","
                                + "\"message\":\"no config.json");
        assertThat(run.out()).endsWith("\"saw\":[\"README.md\"]}\n");
        assertThat(log).hasContent(run.out());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --fingerprint f1                        | option --model-path is missing
                    --model-path                            | option --model-path is missing
                    --model-path x --recursive yes          | unknown option
                    --model-path x extra                    | unknown option extra
                    --model-path x --weights-timeout soon   | soon is not a duration like 120s
                    --model-path x --weights-timeout=-1s    | -1s is not a duration like 120s
                    """)
    void refusesWrongOptions(String line, String problem) {
        ExtractorRun run = ExtractorRun.with(List.of(line.split(" ")));
        assertThat(run.exit()).isEqualTo(20);
        assertThat(run.failure().code()).isEqualTo(FailureCode.EXTRACTOR_FAILED);
        assertThat(run.failure().message()).contains(problem);
        assertThat(run.failure().hint()).contains("accepted: --model-path DIR");
    }

    @Test
    void echoesTheFingerprintAlsoWhenAnOptionIsWrong() {
        ExtractorRun run = ExtractorRun.with(List.of("--fingerprint", "c07d", "--nonsense", "1"));
        assertThat(run.failure().fingerprint()).isEqualTo("c07d");
    }

    @Test
    void estimatesWhenTheWeightsTakeTooLong() {
        ExtractorRun run = model.run("--weights-timeout", "0s");
        assertThat(run.success().warnings()).containsExactly("WeightsSlow", "SizeEstimated");
        assertThat(run.success().parameterCount()).hasValue(ModelFolder.ESTIMATE);
        assertThat(run.success().parameterSource()).isEqualTo(ParameterSource.ESTIMATE);
    }

    @Test
    void leavesOutAFieldThatIsTooLong() {
        model.file(
                "config.json",
                ModelFolder.CONFIG
                        .replace("\"llama\"", "\"" + "l".repeat(257) + "\"")
                        .replace("4.40.0", "\\u0007"));
        ExtractorRun run = model.run();
        assertThat(run.success().warnings()).containsExactly("FieldTooLong");
        assertThat(run.success().fields().values())
                .doesNotContainKey(MetadataField.MODEL_TYPE)
                .containsEntry(MetadataField.MODEL_FRAMEWORK, Map.of("name", "transformers"));
    }

    @Test
    void neverEchoesWhatAFileContains() {
        String secret = "s3cr3t";
        for (String content :
                List.of(
                        secret,
                        "{\"" + secret + "\"",
                        "{" + secret + ": 1}",
                        "{\"model_type\": " + secret + "}",
                        "{\"model_type\": \"" + secret + "\u0001\"}",
                        "{\"model_type\": 1e" + secret + "}",
                        "[\"" + secret + "\"]",
                        "{} " + secret)) {
            ExtractorRun run = model.file("config.json", content).run();
            assertThat(run.exit()).as(content).isEqualTo(12);
            assertThat(run.out() + run.log()).doesNotContain(secret);
        }
        ExtractorRun weights = model.config().header("model.safetensors", "{" + secret + "}").run();
        assertThat(weights.success().warnings()).contains("WeightsUnreadable");
        assertThat(weights.out() + weights.log()).doesNotContain(secret);
    }
}
