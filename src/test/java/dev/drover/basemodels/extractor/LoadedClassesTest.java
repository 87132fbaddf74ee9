package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The extractor is the JDK, a JSON parser and itself: nothing that a start would have to wait for.
 */
class LoadedClassesTest {
    @TempDir Path temporary;

    @Test
    void loadsNoClassOfCamelOrOfTheFlow() throws Exception {
        ModelFolder model =
                ModelFolder.in(temporary).config().weights("model.safetensors", "a", 10, 10);
        ExtractorRun run =
                ExtractorProcess.run(
                        List.of(),
                        List.of("-Xmx64m", "-Xlog:class+load:stderr"),
                        System.getProperty("java.class.path"), // Camel could be loaded
                        model.path());
        assertThat(run.exit()).as(run.out()).isZero();
        List<String> loaded =
                run.log()
                        .lines()
                        .filter(line -> line.contains(" source: "))
                        .map(line -> line.substring(line.indexOf(']') + 1))
                        .map(line -> line.replaceAll("^(\\[[^]]*])*\\s*", "").split(" ", 2)[0])
                        .filter(name -> !name.matches("(java|jdk|sun)\\..*"))
                        .toList();
        assertThat(loaded)
                .contains("dev.drover.basemodels.extractor.Extractor")
                .allMatch(
                        name ->
                                name.startsWith("dev.drover.basemodels.extractor.")
                                        || name.startsWith("dev.drover.basemodels.metadata.")
                                        || name.startsWith("com.fasterxml.jackson.core."));
    }

    @Test
    void opensNoSocket() throws Exception {
        ModelFolder model = ModelFolder.in(temporary).config();
        ExtractorRun run =
                ExtractorProcess.run(
                        List.of(),
                        List.of("-Xmx64m", "-Xlog:class+load:stderr"),
                        ExtractorProcess.classPath(), // and needs no other jar
                        model.path());
        assertThat(run.exit()).as(run.out()).isZero();
        assertThat(run.log())
                .contains("java.nio.file.Files ")
                .doesNotContain("java.net.Socket ", "java.nio.channels.SocketChannel ");
    }
}
