package dev.drover.weights.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.config.Network;
import dev.drover.http.GuardedResolver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TcpProbeTest {
    private static final List<Network> NONE = List.of();

    @Test
    void connectsAndClosesWithoutSendingAByte() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            ProbeResult result = probe(NONE).run(at("127.0.0.1", server.getLocalPort(), 3000));

            assertThat(result).isEqualTo(ProbeResult.OK);
            try (Socket seen = server.accept()) {
                assertThat(seen.getInputStream().read()).as("end of the stream").isEqualTo(-1);
            }
        }
    }

    @Test
    void aRefusedConnectionIsAFailedProbe() throws IOException {
        int closed;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = server.getLocalPort();
        }
        assertThat(probe(NONE).run(at("127.0.0.1", closed, 3000)))
                .isEqualTo(ProbeResult.failed("connection refused"));
    }

    @Test
    void aNameThatDoesNotResolveIsAFailedProbe() {
        assertThat(probe(NONE).run(at("nosuch.invalid", 443, 3000)))
                .isEqualTo(ProbeResult.failed("the name does not resolve"));
    }

    @Test
    void anAddressInADeniedNetworkIsNeverContacted() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(50);
            ProbeResult result =
                    probe(List.of(Network.parse("127.0.0.0/8")))
                            .run(at("127.0.0.1", server.getLocalPort(), 3000));

            assertThat(result.kind()).isEqualTo(ProbeResult.Kind.DENIED);
            assertThat(result.detail()).contains("127.0.0.1 is in a denied network");
            assertThat(connections(server)).isZero();
        }
    }

    @Test
    void anAddressThatSwallowsPacketsDoesNotHideTheNext() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            InetAddress good = InetAddress.getLoopbackAddress();
            InetAddress silent = InetAddress.getByName("203.0.113.1"); // for documentation only
            TcpProbe probe =
                    new TcpProbe(host -> new InetAddress[] {silent, good}, System::nanoTime);

            assertThat(probe.run(at("b.example.com", server.getLocalPort(), 600)))
                    .isEqualTo(ProbeResult.OK);
        }
    }

    @Test
    void aLookUpThatTakesTooLongLeavesNoTimeToConnect() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(50);
            AtomicLong now = new AtomicLong();
            TcpProbe probe =
                    new TcpProbe(
                            host -> {
                                now.addAndGet(Duration.ofSeconds(4).toNanos());
                                return new InetAddress[] {InetAddress.getLoopbackAddress()};
                            },
                            now::get);

            assertThat(probe.run(at("b.example.com", server.getLocalPort(), 3000)))
                    .isEqualTo(ProbeResult.failed("no connection within 3s"));
            assertThat(connections(server)).isZero();
        }
    }

    private static int connections(ServerSocket server) throws IOException {
        try (Socket socket = server.accept()) {
            return 1;
        } catch (SocketTimeoutException e) {
            return 0;
        }
    }

    private static TcpProbe probe(List<Network> denied) {
        return new TcpProbe(new GuardedResolver(() -> denied)::resolve, System::nanoTime);
    }

    private static Probe at(String endpoint, int port, int timeoutMillis) {
        return new Probe(
                endpoint, port, Duration.ofSeconds(10), Duration.ofMillis(timeoutMillis), 3, 2);
    }
}
