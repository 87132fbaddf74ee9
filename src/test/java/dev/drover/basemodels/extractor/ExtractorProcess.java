package dev.drover.basemodels.extractor;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The extractor as the Job starts it: a process of its own, with the flags of the shipped Job. */
final class ExtractorProcess {
    /** Flags of the Job's command but for the heap. */
    static final List<String> FLAGS =
            List.of("-XX:-UsePerfData", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private ExtractorProcess() {}

    /** Drover's classes and the one library that the extractor needs. */
    static List<Path> places() {
        return List.of(place(Extractor.class), place(JsonFactory.class));
    }

    static String classPath() {
        return places().stream()
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Runs it to its end.
     *
     * @param before a command that starts the rest of its arguments, or none
     * @param options of the JVM, besides {@link #FLAGS}
     */
    static ExtractorRun run(List<String> before, List<String> options, String classPath, Path model)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.add(JAVA.toString());
        command.addAll(FLAGS);
        command.addAll(options);
        command.addAll(
                List.of(
                        "-cp",
                        classPath,
                        Extractor.class.getName(),
                        "--model-path",
                        model.toString(),
                        "--fingerprint",
                        "f1"));
        Path out = Files.createTempFile("extractor", ".out");
        Path log = Files.createTempFile("extractor", ".log");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectOutput(out.toFile())
                            .redirectError(log.toFile())
                            .start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the extractor did not end within a minute");
            }
            return new ExtractorRun(
                    process.exitValue(), Files.readString(out), Files.readString(log));
        } finally {
            Files.delete(out);
            Files.delete(log);
        }
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException notAPath) {
            throw new IllegalStateException(notAPath);
        }
    }
}
