package dev.drover.basemodels.extractor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drover.basemodels.metadata.ExtractionResult;
import dev.drover.basemodels.metadata.ExtractionResult.Failure;
import dev.drover.basemodels.metadata.ExtractionResult.Success;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One run of the extractor in this process, with everything that it says. */
record ExtractorRun(int exit, String out, String log) {
    static ExtractorRun on(Path model, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("--model-path", model.toString(), "--fingerprint", "f1"));
        arguments.addAll(List.of(more));
        return with(arguments);
    }

    static ExtractorRun with(List<String> arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        int exit =
                Extractor.run(
                        arguments,
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(log, true, UTF_8),
                        System::nanoTime);
        return new ExtractorRun(exit, out.toString(UTF_8), log.toString(UTF_8));
    }

    ExtractionResult result() {
        return ExtractionResult.parse(out);
    }

    Success success() {
        return result().fold(
                        success -> success,
                        failure -> {
                            throw new AssertionError(failure);
                        },
                        invalid -> {
                            throw new AssertionError(invalid + ": " + out);
                        });
    }

    Failure failure() {
        return result().fold(
                        success -> {
                            throw new AssertionError(success);
                        },
                        failure -> failure,
                        invalid -> {
                            throw new AssertionError(invalid + ": " + out);
                        });
    }
}
