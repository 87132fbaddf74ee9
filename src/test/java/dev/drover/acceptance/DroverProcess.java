package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Drover as a process of its own, as users run it: the main class, a kubeconfig, options by
 * environment. Killed when closed.
 */
final class DroverProcess implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    /** Of the image, as in a container of the shipped size. */
    static final List<String> IMAGE_FLAGS = imageFlags();

    /**
     * Keys of the processes whose pages and beans were searched: those configured alike show alike.
     */
    private static final Set<Set<String>> SEARCHED = ConcurrentHashMap.newKeySet();

    private final Process process;
    private final int port;
    private final int statusPort;
    private final Path log;
    private final Secrets secrets;
    private final Set<String> keys;
    private boolean frozen;

    /** What to start; the flags are those of the image. */
    static final class Launch {
        private Consumer<DroverProcess> started = process -> {};
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<String> arguments = new ArrayList<>();
        private final List<String> flags = new ArrayList<>(IMAGE_FLAGS);

        private Launch(String kubeconfig) {
            environment.put("KUBECONFIG", kubeconfig);
        }

        Launch with(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        Launch argument(String argument) {
            arguments.add(argument);
            return this;
        }

        Launch flag(String flag) {
            flags.add(flag);
            return this;
        }

        /** Tells this about the process as soon as it runs. */
        Launch reportTo(Consumer<DroverProcess> listener) {
            started = listener;
            return this;
        }

        DroverProcess start() {
            DroverProcess process = new DroverProcess(this);
            started.accept(process);
            return process;
        }
    }

    static Launch on(String kubeconfig) {
        return new Launch(kubeconfig);
    }

    private DroverProcess(Launch launch) {
        try {
            port = freePort();
            statusPort = freePort();
            log = Files.createTempFile("drover-", ".log");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(launch.flags);
            command.addAll(List.of("-cp", classPath()));
            command.add("dev.drover.Drover");
            command.addAll(launch.arguments);
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
            builder.environment().put("DROVER_MANAGEMENT_PORT", Integer.toString(port));
            builder.environment().put("DROVER_STATUS_PORT", Integer.toString(statusPort));
            builder.environment().putAll(launch.environment);
            keys = Set.copyOf(launch.environment.keySet());
            secrets = Secrets.of(launch.environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it was given and must not show; more may be added while it runs. */
    Secrets secrets() {
        return secrets;
    }

    private static List<String> imageFlags() {
        try (Stream<String> lines = Files.lines(Path.of("deploy/image/drover.args"))) {
            return Stream.concat(
                            lines.filter(line -> line.startsWith("-XX:")),
                            Stream.of("-XX:MaxRAM=512m"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The jar that {@code -Ddrover.jar} names; else what was compiled, without the tests. */
    private static String classPath() {
        String jar = System.getProperty("drover.jar");
        return jar != null
                ? jar
                : Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> !entry.matches(".*/test(-classes)?/?"))
                        .collect(Collectors.joining(File.pathSeparator));
    }

    /** Below the ports that the system gives to connections, so that none is taken in between. */
    private static int freePort() throws IOException {
        while (true) {
            int candidate = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket socket = new ServerSocket(candidate)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // somebody has it: another one
            }
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

    /** Lines that were logged later than this. */
    List<String> linesAfter(Instant instant) {
        return log().lines().filter(line -> line.compareTo(instant.toString()) > 0).toList();
    }

    DroverProcess awaitLog(String text) {
        await("log line \"" + text + "\"")
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

    /** Neither ended nor frozen, and past its start. */
    boolean answers() {
        return process.isAlive() && !frozen && live();
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

    /** Every check with its details. */
    String health() {
        try {
            return get("health?data=true").body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the status page answers. */
    String status(URI path) throws IOException {
        return send(URI.create("http://127.0.0.1:" + statusPort + path)).body();
    }

    private HttpResponse<String> get(String path) throws IOException {
        return send(URI.create("http://127.0.0.1:" + port + "/observe/" + path));
    }

    private HttpResponse<String> send(URI uri) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
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

    /** Waits until it leads and its routes take what comes. */
    DroverProcess awaitLeading() {
        await("leading")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> leads() && metric("drover_routes_not_started") == 0);
        return this;
    }

    /** Sum of the series of this name, which may go on with a part of the labels; 0 if none. */
    double metric(String name) {
        return metrics()
                .lines()
                .filter(line -> !line.startsWith("#") && line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
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

    /** SIGTERM, as a kubelet sends it. */
    void askToStop() {
        process.destroy();
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
        frozen = true;
    }

    void thaw() {
        signal("CONT");
        frozen = false;
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

    boolean alive() {
        return process.isAlive();
    }

    /** Ends it; fails if it has shown a secret until now. */
    @Override
    public void close() {
        try {
            secrets.assertNotIn(
                    answers() && SEARCHED.add(keys) ? Shown.by(this) : Map.of("log", log()));
        } finally {
            kill(); // ends a frozen process too
            deleteLog();
        }
    }

    private void deleteLog() {
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
