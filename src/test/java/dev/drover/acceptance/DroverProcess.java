package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Drover as a process of its own, as users run it: the main class, a kubeconfig, options by
 * environment. Killed when closed.
 */
final class DroverProcess implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final Process process;
    private final int port;
    private final Path log;

    /** What to start; the flags are those of the image. */
    static final class Launch {
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<String> flags =
                new ArrayList<>(
                        List.of(
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-XX:+ExitOnOutOfMemoryError"));

        private Launch(Path kubeconfig) {
            environment.put("KUBECONFIG", kubeconfig.toString());
            environment.put("DROVER_FLOWS", "weights");
        }

        Launch with(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        Launch flag(String flag) {
            flags.add(flag);
            return this;
        }

        DroverProcess start() {
            return new DroverProcess(this);
        }
    }

    static Launch on(Path kubeconfig) {
        return new Launch(kubeconfig);
    }

    private DroverProcess(Launch launch) {
        try {
            port = freePort();
            log = Files.createTempFile("drover-", ".log");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(launch.flags);
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.add("dev.drover.Drover");
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
            builder.environment().put("DROVER_MANAGEMENT_PORT", Integer.toString(port));
            builder.environment().putAll(launch.environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> logLines(String text) {
        return log().lines().filter(line -> line.contains(text)).toList();
    }

    DroverProcess awaitLog(String text) {
        await("log line \"" + text + "\" in\n" + log())
                .atMost(Duration.ofSeconds(60))
                .until(() -> log().contains(text));
        return this;
    }

    /** Waits until the process says it is ready: its informers have synced. */
    DroverProcess awaitReady() {
        await("ready")
                .atMost(Duration.ofSeconds(60))
                .until(() -> !process.isAlive() || status("health/ready") == 200);
        if (!process.isAlive()) {
            throw new AssertionError("Drover ended with " + process.exitValue() + ":\n" + log());
        }
        return this;
    }

    boolean live() {
        return status("health/live") == 200;
    }

    int status(String path) {
        try {
            return get(path).statusCode();
        } catch (IOException e) {
            return -1;
        }
    }

    String metrics() {
        try {
            return get("metrics").body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpResponse<String> get(String path) throws IOException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/observe/" + path))
                        .timeout(Duration.ofSeconds(5))
                        .build();
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    boolean leads() {
        return metrics()
                .lines()
                .anyMatch(line -> line.startsWith("drover_leader{") && line.endsWith(" 1.0"));
    }

    DroverProcess awaitLeading() {
        await("leading").atMost(Duration.ofSeconds(60)).ignoreExceptions().until(this::leads);
        return this;
    }

    long pid() {
        return process.pid();
    }

    /** Resident memory in KiB, as the kernel counts it. */
    long residentKibibytes() {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid() + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks it to stop; returns the exit code. */
    int terminate() {
        process.destroy();
        return awaitExit();
    }

    int awaitExit() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new AssertionError("still running:\n" + log());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    void freeze() {
        signal("STOP");
    }

    void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int code =
                    new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
            if (code != 0) {
                throw new AssertionError("kill -" + name + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        thaw();
        process.destroyForcibly();
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
