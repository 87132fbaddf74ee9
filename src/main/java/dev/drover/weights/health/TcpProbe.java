package dev.drover.weights.health;

import dev.drover.http.AddressDenied;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Resolves, connects, closes: no byte is sent. An endpoint is reachable when any of its addresses
 * accepts within the timeout, of which each address gets an equal part of what is left, so that one
 * that swallows packets does not hide the next. No proxy is asked.
 */
final class TcpProbe {
    /** Addresses of a name, without those of denied networks. */
    interface Resolver {
        /**
         * Looks the name up.
         *
         * @throws AddressDenied when all of them are denied
         */
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private final Resolver resolver;
    private final LongSupplier nanos;

    TcpProbe(Resolver resolver, LongSupplier nanos) {
        this.resolver = resolver;
        this.nanos = nanos;
    }

    /**
     * Blocks for the timeout at most; a name look-up that hangs in the system's resolver lasts
     * until that returns.
     */
    ProbeResult run(Probe probe) {
        long deadline = nanos.getAsLong() + probe.timeout().toNanos();
        InetAddress[] addresses;
        try {
            addresses = resolver.resolve(probe.endpoint());
        } catch (AddressDenied e) {
            return ProbeResult.denied(e.getMessage());
        } catch (UnknownHostException e) {
            return ProbeResult.failed("the name does not resolve");
        }
        ProbeResult result = tooLate(probe);
        for (int i = 0; i < addresses.length; i++) {
            long left = deadline - nanos.getAsLong();
            if (left <= 0) {
                return tooLate(probe);
            }
            result = connect(probe, addresses[i], left / (addresses.length - i));
            if (result.kind() == ProbeResult.Kind.OK) {
                return result;
            }
        }
        return result;
    }

    private static ProbeResult connect(Probe probe, InetAddress address, long nanos) {
        int millis = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress(address, probe.port()), millis);
            return ProbeResult.OK;
        } catch (SocketTimeoutException e) {
            return tooLate(probe);
        } catch (NoRouteToHostException e) {
            return ProbeResult.failed("no route to host");
        } catch (ConnectException e) {
            return ProbeResult.failed(
                    isRefusal(e) ? "connection refused" : "cannot connect: " + e.getMessage());
        } catch (IOException e) {
            return ProbeResult.failed("cannot connect: " + e.getMessage());
        }
    }

    private static boolean isRefusal(ConnectException failure) {
        return failure.getMessage() != null && failure.getMessage().contains("refused");
    }

    private static ProbeResult tooLate(Probe probe) {
        return ProbeResult.failed("no connection within " + words(probe.timeout()));
    }

    private static String words(Duration timeout) {
        long millis = timeout.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
