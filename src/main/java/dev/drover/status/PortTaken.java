package dev.drover.status;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Locale;

/** Nobody can listen on a port: another process does, or the address is not this host's. */
public final class PortTaken extends RuntimeException {
    private static final long serialVersionUID = 1;

    private PortTaken(String key, String cause) {
        super(
                key
                        + ": the port cannot be bound ("
                        + cause
                        + "); free it, or set "
                        + key.toUpperCase(Locale.ROOT).replace('.', '_'));
    }

    /**
     * Fails if nobody could listen there. Asked before Camel starts: the HTTP servers of
     * camel-platform-http-main bind on another thread, and a failure there only writes a log line.
     *
     * @param key that sets the port
     */
    public static void check(String key, InetSocketAddress address) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true); // connections of an earlier process may still be closing
            probe.bind(address);
        } catch (IOException e) {
            throw new PortTaken(key, address.getPort() + ": " + e.getMessage());
        }
    }
}
