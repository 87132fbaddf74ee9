package dev.drover.sandbox.controlplane;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** kubectl with the kubeconfig of a control plane. Its cache folder is not used. */
public final class Kubectl {
    private final String program;
    private final Path kubeconfig;

    Kubectl(String program, Path kubeconfig) {
        this.program = program;
        this.kubeconfig = kubeconfig;
    }

    /** What it printed, both streams, and how it ended. */
    public record Output(int code, String text) {
        /** The text; fails with it unless the exit code is 0. */
        public String expectSuccess() {
            if (code != 0) {
                throw new AssertionError("kubectl ended with " + code + ": " + text);
            }
            return text;
        }
    }

    /** Runs it with an empty input. */
    public Output run(String... arguments) {
        return runWith("", arguments);
    }

    /** Runs it with this input. */
    public Output runWith(String input, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program, "--kubeconfig=" + kubeconfig));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(UTF_8));
            }
            String text = new String(process.getInputStream().readAllBytes(), UTF_8);
            return new Output(process.waitFor(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
