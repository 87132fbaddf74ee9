package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the process begins, refuses to begin, and takes edits of its configuration. */
@Timeout(60)
class StartTest {
    @TempDir Path folder;
    private DroverProcess drover;

    @AfterEach
    void end() {
        drover.close();
    }

    @Test
    void aTakenManagementPortIsOneLineAndExitCodeOne() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            drover =
                    nowhere()
                            .with("DROVER_MANAGEMENT_PORT", Integer.toString(taken.getLocalPort()))
                            .start();
            assertThat(drover.awaitExit()).isEqualTo(1);
            assertThat(drover.log().strip())
                    .isEqualTo(
                            "drover cannot start: drover.management.port: the port cannot be bound"
                                    + " ("
                                    + taken.getLocalPort()
                                    + ": Address already in use); free it, or set"
                                    + " DROVER_MANAGEMENT_PORT");
        }
    }

    @Test
    void aChosenStatusPortThatIsTakenIsOneLineAndExitCodeOne() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            drover =
                    nowhere()
                            .with("DROVER_STATUS_PORT", Integer.toString(taken.getLocalPort()))
                            .start();
            assertThat(drover.awaitExit()).isEqualTo(1);
            assertThat(drover.log().strip())
                    .startsWith("drover cannot start: drover.status.port: the port cannot be bound")
                    .endsWith("set DROVER_STATUS_PORT");
        }
    }

    @Test
    void everyProblemOfTheConfigurationIsListedAndExitCodeIsOne() throws IOException {
        String file = file("drover.flows=weigths\n\ndrover.weights.intervall=10s\n");
        drover =
                nowhere()
                        .with("DROVER_CONFIG", file)
                        .with("DROVER_LEASE_RENEW_DEADLINE", "15s")
                        .start();
        assertThat(drover.awaitExit()).isEqualTo(1);
        assertThat(drover.log().strip().lines())
                .containsExactly(
                        "drover cannot start: 3 problems in its configuration",
                        "  drover.flows: \"weigths\" is not a flow; accepted: weights, registry,"
                                + " basemodels ("
                                + file
                                + ", line 1)",
                        "  drover.lease.renew-deadline: 15s + drover.kubernetes.write-timeout 4s is"
                                + " not below drover.lease.duration 15s; accepted: 1s to 10s"
                                + " (DROVER_LEASE_RENEW_DEADLINE)",
                        "  drover.weights.intervall: unknown key; did you mean"
                                + " drover.weights.interval? ("
                                + file
                                + ", line 3)");
    }

    @Test
    void helpSaysHowToConfigure() {
        drover = nowhere().argument("--help").start();
        assertThat(drover.awaitExit()).isZero();
        assertThat(drover.log()).startsWith("usage: drover").contains("DROVER_WEIGHTS_INTERVAL");
    }

    @Test
    void versionIsOneLine() {
        drover = nowhere().argument("--version").start();
        assertThat(drover.awaitExit()).isZero();
        assertThat(drover.log().strip()).startsWith("drover ").doesNotContain("\n");
    }

    @Test
    void anUnknownOptionIsRefused() {
        drover = nowhere().argument("--verbose").start();
        assertThat(drover.awaitExit()).isEqualTo(1);
        assertThat(drover.log())
                .contains("unknown option \"--verbose\"; accepted: --help, --version");
    }

    /** With no API server to be found, so that this is alive, not ready, and goes on. */
    @Test
    void editsOfTheFileAreTakenOverLiveAndBadOnesAreNot() throws IOException {
        drover =
                nowhere()
                        .with("DROVER_CONFIG", file("drover.mode=apply\n"))
                        .with("DROVER_CONFIG_POLL", "1s")
                        .start();
        await().atMost(Duration.ofSeconds(30)).until(drover::live);
        assertThat(drover.status("health/ready")).isEqualTo(503);
        assertThat(mode("apply")).isEqualTo(1);
        file("drover.mode=observe\n");
        await().atMost(Duration.ofSeconds(10)).until(() -> mode("observe") == 1);
        file("drover.mode=watch\n");
        await().atMost(Duration.ofSeconds(10))
                .until(() -> drover.metric("drover_config_valid") == 0);
        assertThat(mode("observe")).isEqualTo(1);
        drover.awaitLog("drover.mode: \"watch\"");
        file("drover.mode=apply\n");
        await().atMost(Duration.ofSeconds(10)).until(() -> mode("apply") == 1);
        assertThat(drover.metric("drover_config_valid")).isEqualTo(1);
        assertThat(drover.live()).isTrue();
    }

    private double mode(String word) {
        return drover.metric("drover_flow_mode{flow=\"weights\",mode=\"" + word + "\"");
    }

    /** Replaces the file as a whole. */
    private String file(String content) throws IOException {
        Path file = folder.resolve("drover.properties");
        Path next = Files.writeString(folder.resolve("next"), content);
        return Files.move(next, file, StandardCopyOption.ATOMIC_MOVE).toString();
    }

    private DroverProcess.Launch nowhere() {
        try {
            Path kubeconfig =
                    Files.writeString(
                            folder.resolve("kubeconfig"),
                            """
                            apiVersion: v1
                            kind: Config
                            clusters: [{name: none, cluster: {server: "http://127.0.0.1:1"}}]
                            contexts: [{name: none, context: {cluster: none, user: ""}}]
                            current-context: none
                            """);
            return DroverProcess.on(kubeconfig.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
