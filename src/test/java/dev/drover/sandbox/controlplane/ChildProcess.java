package dev.drover.sandbox.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that cannot outlive this JVM, however the JVM ends: a shell holds the other end of a
 * pipe and kills the program (SIGKILL) when the pipe closes.
 */
final class ChildProcess {
    private static final String GUARD =
            "exec 3<&0; \"$@\" 3<&- & child=$!;"
                    + " (read gone <&3; kill -9 $child 2>/dev/null) & wait $child";
    private static final int TAIL_LINES = 15;

    private final Process guard;
    private final Path log;

    private ChildProcess(Process guard, Path log) {
        this.guard = guard;
        this.log = log;
    }

    /** Output goes to {@code log}, after what is there already. */
    static ChildProcess start(List<String> command, Path log) {
        List<String> guarded = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "guard"));
        guarded.addAll(command);
        try {
            return new ChildProcess(
                    new ProcessBuilder(guarded)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start(),
                    log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean alive() {
        return guard.isAlive();
    }

    /** Kills it and waits until it is gone, so that its port is free. */
    void kill() {
        try {
            guard.getOutputStream().close();
            if (!guard.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("still running after SIGKILL, see " + log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The end of its output, for the message of a failed start. */
    String lastLines() {
        try {
            List<String> lines = Files.readAllLines(log);
            int from = Math.max(0, lines.size() - TAIL_LINES);
            return String.join("\n", lines.subList(from, lines.size()));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }
}
