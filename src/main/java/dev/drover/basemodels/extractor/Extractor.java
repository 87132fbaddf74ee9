package dev.drover.basemodels.extractor;

import dev.drover.basemodels.metadata.ExtractionResult;
import dev.drover.basemodels.metadata.FailureCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Reads the metadata of the model in one directory and writes it as one line of JSON ({@link
 * ExtractionResult}) to standard output and to the container's termination log. Runs in the Job of
 * a model, with nothing but the JDK and a JSON parser; opens no socket, writes no other file, and
 * never echoes what a file contains.
 *
 * <pre>
 * java -cp drover.jar dev.drover.basemodels.extractor.Extractor --model-path DIR
 *     [--uri URI] [--fingerprint TEXT] [--termination-log FILE] [--weights-timeout 120s]
 * </pre>
 *
 * Exit codes: 0, or the one of the {@link FailureCode}.
 */
public final class Extractor {
    private Extractor() {}

    public static void main(String[] arguments) {
        int exit = run(List.of(arguments), System.out, System.err, System::nanoTime);
        System.out.flush();
        System.exit(exit);
    }

    /**
     * One run.
     *
     * @param log diagnostics, one line each
     * @param nanos for the deadline of the weights
     * @return the exit code
     */
    public static int run(
            List<String> arguments, PrintStream out, PrintStream log, LongSupplier nanos) {
        Map<String, String> options = Options.read(arguments);
        String fingerprint = Options.fingerprint(options);
        ResultWriter writer = new ResultWriter(fingerprint);
        byte[] line;
        int exit;
        try {
            Extraction.Extracted extracted =
                    new Extraction(Options.of(options), nanos, log::println).run();
            line = writer.success(extracted);
            exit = 0;
        } catch (Refusal refusal) {
            line = writer.failure(refusal);
            exit = refusal.code().exit();
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError error) {
            log.println(error);
            line = writer.failure(unexpected(error));
            exit = FailureCode.EXTRACTOR_FAILED.exit();
        }
        out.write(line, 0, line.length);
        out.flush();
        terminate(Options.terminationLog(options), line, log);
        return exit;
    }

    /**
     * Of the text of an error only what the operating system says: other texts may quote a file.
     */
    private static Refusal unexpected(Throwable error) {
        String reason =
                error instanceof FileSystemException storage && storage.getReason() != null
                        ? ": " + storage.getReason()
                        : "";
        return new Refusal(
                FailureCode.EXTRACTOR_FAILED,
                "the extractor failed: " + error.getClass().getSimpleName() + reason,
                "see the log of the Job's pod; it is tried again");
    }

    private static void terminate(Path terminationLog, byte[] line, PrintStream log) {
        try {
            Files.write(
                    terminationLog,
                    line,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
        } catch (NoSuchFileException notInAContainer) {
            return;
        } catch (IOException unwritable) {
            log.println("termination log not written: " + unwritable);
        }
    }
}
