package dev.drover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts that come to nothing. */
class DroverTest {
    @TempDir Path directory;

    @Test
    void aKubeconfigThatDoesNotExistIsNamed() {
        String file = directory.resolve("config").toString();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);

        int code = Drover.run(new String[0], Map.of("KUBECONFIG", file), err, err);

        assertThat(code).isEqualTo(1);
        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith("drover cannot start: KUBECONFIG: " + file + " does not exist");
    }

    @Test
    void aStopInTheMiddleOfTheStartIsNoFault() throws Exception {
        Process process =
                new ProcessBuilder(
                                List.of(
                                        ProcessHandle.current().info().command().orElse("java"),
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        StartWhileStopping.class.getName(),
                                        Integer.toString(freePort()),
                                        Integer.toString(freePort())))
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).contains("code 0").doesNotContain("cannot start");
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    /** A start in a process that was told to stop already. */
    static final class StartWhileStopping {
        private StartWhileStopping() {}

        public static void main(String[] ports) {
            Map<String, String> environment =
                    Map.of(
                            "DROVER_MANAGEMENT_PORT", ports[0],
                            "DROVER_STATUS_PORT", ports[1]);
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(
                                    () ->
                                            System.out.println(
                                                    "code "
                                                            + Drover.run(
                                                                    new String[0],
                                                                    environment,
                                                                    System.out,
                                                                    System.out))));
            System.exit(0);
        }
    }
}
