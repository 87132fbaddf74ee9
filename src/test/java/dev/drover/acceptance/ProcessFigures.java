package dev.drover.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** What a JVM costs, asked from outside: CPU time by the system, live heap by its own tools. */
final class ProcessFigures {
    private ProcessFigures() {}

    /** User and system time so far. */
    static Duration cpu(long pid) {
        return ProcessHandle.of(pid).flatMap(it -> it.info().totalCpuDuration()).orElseThrow();
    }

    /** Bytes of the heap that are reachable. Collects it, so memory is to be read before. */
    static long liveHeap(long pid) {
        String[] total = histogram(pid).lines().reduce((a, b) -> b).orElseThrow().split(" +");
        return Long.parseLong(total[total.length - 1]);
    }

    /** The classes that hold most of it. */
    static String heaviest(long pid, int count) {
        return histogram(pid).lines().limit(count + 3).reduce("", (a, b) -> a + b + "\n");
    }

    private static String histogram(long pid) {
        try {
            Process tool =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                            .toString(),
                                    Long.toString(pid),
                                    "GC.class_histogram")
                            .redirectErrorStream(true)
                            .start();
            String answer =
                    new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
