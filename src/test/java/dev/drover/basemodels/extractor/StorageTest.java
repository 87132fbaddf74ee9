package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.basemodels.extractor.BrokenStorage.Operation;
import dev.drover.basemodels.extractor.ModelFile.State;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A storage that fails is no answer: the Job tries again, and nobody is told of a wrong path. */
@Timeout(20)
class StorageTest {
    @TempDir Path temporary;

    ModelFolder model;

    @BeforeEach
    void folderWithLinks() {
        model =
                ModelFolder.in(temporary)
                        .config()
                        .link("link.json", "config.json")
                        .link("nowhere", "absent")
                        .link("beyond", "config.json/x")
                        .link("round", "about")
                        .link("about", "round");
    }

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource({
        "RESOLVE,    model-under-test",
        "ATTRIBUTES, model-under-test",
        "ACCESS,     model-under-test",
        "RESOLVE,    config.json",
        "ATTRIBUTES, config.json",
        "ACCESS,     config.json",
        "ATTRIBUTES, model_index.json",
    })
    void aFailureOfTheStorageIsNoAnswer(Operation operation, String name) {
        Options options =
                new Options(
                        BrokenStorage.over(model.path(), operation, name),
                        "pvc://c/p",
                        temporary.resolve("no-log"),
                        Duration.ofMinutes(1));

        assertThatThrownBy(() -> new Extraction(options, System::nanoTime, line -> {}).run())
                .isExactlyInstanceOf(FileSystemException.class)
                .hasMessageContaining("Stale file handle");
    }

    @Test
    void aLinkOnABrokenStorageIsNotDangling() {
        Path root = BrokenStorage.over(model.path(), Operation.RESOLVE, "link.json");

        assertThatThrownBy(() -> new ModelDirectory(root, "").file("link.json"))
                .isExactlyInstanceOf(FileSystemException.class);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "config.json,      FILE",
        "link.json,        FILE",
        "absent,           ABSENT",
        "absent/x,         ABSENT",
        "config.json/x,    ABSENT",
        "config.json/x/y,  ABSENT",
        "link.json/x,      ABSENT",
        "nowhere,          DANGLING",
        "nowhere/x,        ABSENT",
        "beyond,           DANGLING",
        "round,            DANGLING",
        "'',               NO_FILE",
    })
    void everythingElseIsAnAnswer(String name, State state) throws Exception {
        assertThat(new ModelDirectory(model.path().toRealPath(), "").file(name).state())
                .isEqualTo(state);
    }

    @Test
    void aNameLongerThanAnyIsAbsent() throws Exception {
        ModelDirectory directory = new ModelDirectory(model.path().toRealPath(), "");
        List<String> names = new ArrayList<>(List.of("é".repeat(128), "x/".repeat(3000) + "y"));
        for (String name : names) {
            assertThat(directory.file(name).state()).isEqualTo(State.ABSENT);
        }
    }
}
