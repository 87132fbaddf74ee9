package dev.drover.basemodels.extractor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory does not depend on the files: headers are streams, and only asked-for keys are kept. */
class LargeHeaderTest {
    private static final int[] SHAPE = {2, 3};

    @TempDir Path temporary;

    @Test
    void readsAHeaderOfNearly100MegabytesInAHeapOf64MiB() throws Exception {
        ModelFolder model = ModelFolder.in(temporary).config();
        long length =
                SafetensorsFile.write(
                        model.path().resolve("model.safetensors"),
                        1_000_000,
                        "model.layers.%08d.mlp.w",
                        "BF16",
                        SHAPE);
        assertThat(length).isBetween(90_000_000L, SafetensorsHeader.MAX_BYTES);
        ExtractorRun run = inHeap("64m", model);
        assertThat(run.success().parameterCount()).hasValue(6_000_000);
        assertThat(run.success().warnings()).isEmpty();
    }

    @Test
    void readsAConfigOf16MegabytesOfNamesInAHeapOf64MiB() throws Exception {
        StringBuilder names = new StringBuilder(JsonDocuments.MAX_BYTES);
        for (int i = 0; names.length() < JsonDocuments.MAX_BYTES - 1000; i++) {
            names.append("\"k").append(i).append("\":{\"model_type\":[{}]},");
        }
        ModelFolder model =
                ModelFolder.in(temporary)
                        .file("config.json", ModelFolder.CONFIG.replaceFirst("\\{", "{" + names));
        assertThat(inHeap("64m", model).success().parameterCount()).hasValue(ModelFolder.ESTIMATE);
    }

    private static ExtractorRun inHeap(String size, ModelFolder model)
            throws IOException, InterruptedException {
        return ExtractorProcess.run(
                List.of(), List.of("-Xmx" + size), ExtractorProcess.classPath(), model.path());
    }
}
