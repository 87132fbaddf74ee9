package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.basemodels.metadata.ExtractionResult.Failure;
import dev.drover.basemodels.metadata.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories that cannot be used, and what the user is told (8.7). */
@Timeout(20)
class RefusalsTest {
    @TempDir Path temporary;

    ModelFolder model;

    @BeforeEach
    void emptyFolder() {
        model = ModelFolder.in(temporary);
    }

    @Test
    void aPathThatDoesNotExist() {
        Failure failure =
                refusal(ExtractorRun.on(temporary.resolve("nowhere")), FailureCode.PATH_MISSING);
        assertThat(failure.message()).startsWith("model path ").endsWith("nowhere does not exist");
        assertThat(failure.hint())
                .isEqualTo(
                        "the path must name the model's directory, relative to the volume's root");
    }

    @Test
    void aPathThatIsAFile() {
        model.config();
        Failure failure =
                refusal(
                        ExtractorRun.on(model.path().resolve("config.json")),
                        FailureCode.PATH_MISSING);
        assertThat(failure.message()).endsWith("config.json is not a directory");
    }

    @Test
    void anEmptyDirectory() {
        Failure failure = refusal(FailureCode.NO_CONFIG);
        assertThat(failure.message()).isEqualTo("the model's directory is empty");
        assertThat(failure.hint()).startsWith("nothing was copied to this path");
        assertThat(failure.saw()).isEmpty();
    }

    @Test
    void theParentOfModelsNamesThem() {
        for (int i = 0; i < 7; i++) {
            model.file("llama-" + i + "/config.json", ModelFolder.CONFIG);
        }
        model.file("docs/readme.md", "");
        Failure failure = refusal(model.run("--uri", "pvc://models/."), FailureCode.NO_CONFIG);
        assertThat(failure.hint())
                .isEqualTo(
                        "did you mean pvc://models/llama-0, pvc://models/llama-1,"
                                + " pvc://models/llama-2, pvc://models/llama-3, pvc://models/llama-4?");
        assertThat(failure.saw()).hasSize(8).startsWith("docs", "llama-0");
        assertThat(refusal(model.run("--uri", "pvc://models/a"), FailureCode.NO_CONFIG).hint())
                .startsWith("did you mean pvc://models/a/llama-0, ");
    }

    @Test
    void suggestionsAreWholeOrNotThere() {
        for (int i = 0; i < 5; i++) {
            model.file("m".repeat(100) + i + "/config.json", ModelFolder.CONFIG);
        }
        Failure failure = refusal(model.run("--uri", "pvc://c/."), FailureCode.NO_CONFIG);
        assertThat(failure.hint())
                .isEqualTo(
                        "did you mean pvc://c/%s0, pvc://c/%s1?"
                                .formatted("m".repeat(100), "m".repeat(100)));
    }

    @Test
    void metasOwnFormat() {
        model.file("params.json", "{}").file("consolidated.00.pth", "");
        Failure failure = refusal(FailureCode.NO_CONFIG);
        assertThat(failure.hint())
                .contains("Meta's own format", "convert the model to Hugging Face");
        assertThat(failure.saw()).containsExactly("consolidated.00.pth", "params.json");
    }

    @Test
    void ggufFiles() {
        model.file("model-q4.gguf", "");
        assertThat(refusal(FailureCode.NO_CONFIG).hint()).contains("GGUF files are not supported");
    }

    @Test
    void namesOfStrangersAreShownHarmless() {
        model.file("a\u001b[31mb\nc", "").file("d".repeat(250) + "\u202e", "");
        assertThat(refusal(FailureCode.NO_CONFIG).saw())
                .containsExactly("a?[31mb?c", "d".repeat(250) + "?");
    }

    @ParameterizedTest(name = "[{0}]")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            textBlock =
                    """
                    <!doctype html>                   | it is not JSON (line 1, column
                    {"model_type": "llama",           | it is not JSON (line 1, column
                    ''                                | it is empty
                    ' '                               | it is empty
                    []                                | its root is not an object
                    "llama"                           | its root is not an object
                    {"model_type": "llama"} {}        | something follows its object (line 1, column
                    {}                                | config.json has no model_type
                    {"model_type": ""}                | config.json has no model_type
                    {"model_type": " "}               | config.json has no model_type
                    {"model_type": null}              | config.json has no model_type
                    {"model_type": 7}                 | config.json has no model_type
                    {"model_type": INF}               | it is not JSON (line 1, column
                    """)
    void aConfigThatIsNone(String content, String problem) {
        model.file("config.json", content);
        Failure failure = refusal(FailureCode.CONFIG_UNREADABLE);
        assertThat(failure.message()).startsWith("config.json").contains(problem);
    }

    @Test
    void aConfigThatIsTooLarge() {
        model.file("config.json", " ".repeat(JsonDocuments.MAX_BYTES) + "{}");
        assertThat(refusal(FailureCode.CONFIG_UNREADABLE).message())
                .isEqualTo("config.json: it has more than 16777216 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"config.json", "safetensors/config.json", "model_config.json"})
    void aConfigThatIsADirectory(String name) throws IOException {
        Files.createDirectories(model.path().resolve(name));
        assertThat(refusal(FailureCode.CONFIG_UNREADABLE).message())
                .isEqualTo(name + ": it is not a regular file");
    }

    @Test
    void aPipeIsNeverOpened() throws Exception {
        pipe("config.json");
        assertThat(refusal(FailureCode.CONFIG_UNREADABLE).message())
                .isEqualTo("config.json: it is not a regular file");
        Files.delete(model.path().resolve("config.json"));
        model.config();
        pipe("model.safetensors");
        pipe("hf_quant_config.json");
        assertThat(model.run().success().warnings())
                .containsExactly("QuantConfigUnreadable", "WeightsUnreadable", "SizeEstimated");
    }

    @Test
    void aDeviceBehindALinkIsOutsideTheModel() throws IOException {
        model.link("config.json", "/dev/zero");
        refusal(FailureCode.DANGLING_LINKS);
        Files.delete(model.path().resolve("config.json"));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "config.json,                       ../../blobs/abc",
        "config.json,                       config.json",
        "model_index.json,                  nothing",
        "model-00001-of-00002.safetensors,  ../../blobs/abc",
        "pytorch_model.bin,                 /nowhere",
        "model.gguf,                        nothing",
    })
    void aLinkThatLeadsNowhere(String name, String target) {
        if (!name.equals("config.json")) {
            model.config();
        }
        model.link(name, target);
        Failure failure = refusal(FailureCode.DANGLING_LINKS);
        assertThat(failure.message()).startsWith(name + ": links that lead nowhere");
        assertThat(failure.hint()).contains("copy the model with links resolved");
    }

    @Test
    void aLinkOutOfTheModelIsDangling() throws IOException {
        Path outside = Files.writeString(temporary.resolve("config.json"), ModelFolder.CONFIG);
        model.link("config.json", outside.toString());
        refusal(FailureCode.DANGLING_LINKS);
        Files.delete(model.path().resolve("config.json"));
        model.link("model", temporary.toString());
        refusal(FailureCode.DANGLING_LINKS);
    }

    @Test
    void danglingWeightsAreToldBeforeABrokenConfig() {
        model.file("config.json", "{").link("a.safetensors", "gone").link("b.safetensors", "gone");
        assertThat(refusal(FailureCode.DANGLING_LINKS).message())
                .startsWith("a.safetensors and 1 more: ");
    }

    @Test
    void linksInsideTheModelAreFollowed() {
        model.file("files/c", ModelFolder.CONFIG).link("config.json", "files/c");
        assertThat(model.run().success().foundAt()).isEqualTo("config.json");
        ModelFolder linked = new ModelFolder(temporary.resolve("linked"));
        new ModelFolder(temporary).link("linked", model.path().toString());
        assertThat(linked.run().success().foundAt()).isEqualTo("config.json");
    }

    @Test
    void whatMayNotBeReadNamesOwnerModeAndUser() throws Exception {
        assumeTrue(OtherUser.available(), "needs root and setpriv, to run as another user");
        model.config();
        OtherUser.mode(model.path().resolve("config.json"), "rw-------");
        Failure file =
                refusal(OtherUser.run(temporary, model.path()), FailureCode.PERMISSION_DENIED);
        assertThat(file.message())
                .isEqualTo(
                        "config.json may not be read: owner 0:0, mode 600; the Job runs as"
                                + " 65532:65532");
        assertThat(file.hint()).contains("job.run-as-user", "job.supplemental-groups");
        OtherUser.mode(model.path(), "rwx------");
        Failure directory =
                refusal(OtherUser.run(temporary, model.path()), FailureCode.PERMISSION_DENIED);
        assertThat(directory.message())
                .startsWith("the model's directory may not be read: owner 0:0, mode 700");
    }

    @Test
    void aSubdirectoryThatMayNotBeListedIsRefusedToo() throws Exception {
        assumeTrue(OtherUser.available(), "needs root and setpriv, to run as another user");
        model.file("model/config.json", ModelFolder.CONFIG);
        OtherUser.mode(model.path().resolve("model"), "rwx--x--x");
        assertThat(
                        refusal(
                                        OtherUser.run(temporary, model.path()),
                                        FailureCode.PERMISSION_DENIED)
                                .message())
                .startsWith("model may not be read: owner 0:0, mode 711; the Job runs as 65532");
    }

    @Test
    void aComponentThatMayNotBeListedIsOnlyAWarning() throws Exception {
        assumeTrue(OtherUser.available(), "needs root and setpriv, to run as another user");
        model.file("model_index.json", "{\"_class_name\": \"FluxPipeline\"}")
                .weights("text_encoder/a.safetensors", "a", 1);
        OtherUser.mode(model.path().resolve("text_encoder"), "rwx--x--x");
        assertThat(OtherUser.run(temporary, model.path()).success().warnings())
                .containsExactly("WeightsUnreadable");
    }

    @Test
    void weightsThatMayNotBeReadAreOnlyAWarning() throws Exception {
        assumeTrue(OtherUser.available(), "needs root and setpriv, to run as another user");
        model.config().weights("model.safetensors", "a", 2);
        OtherUser.mode(model.path().resolve("model.safetensors"), "rw-------");
        assertThat(OtherUser.run(temporary, model.path()).success().warnings())
                .containsExactly("WeightsUnreadable", "SizeEstimated");
    }

    private Failure refusal(FailureCode code) {
        return refusal(model.run(), code);
    }

    private static Failure refusal(ExtractorRun run, FailureCode code) {
        Failure failure = run.failure();
        assertThat(failure.code()).as(run.out()).isEqualTo(code);
        assertThat(run.exit()).isEqualTo(code.exit());
        assertThat(List.of(failure.message(), failure.hint())).doesNotContain("");
        return failure;
    }

    private void pipe(String name) throws Exception {
        Process mkfifo =
                new ProcessBuilder("mkfifo", model.path().resolve(name).toString())
                        .inheritIO()
                        .start();
        assertThat(mkfifo.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(mkfifo.exitValue()).isZero();
    }
}
