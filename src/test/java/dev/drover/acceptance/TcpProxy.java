package dev.drover.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network between Drover and the API server that can be ill-treated. It passes bytes on and knows
 * nothing of TLS or HTTP, so it cuts or silences whole connections.
 */
final class TcpProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();

    private TcpProxy(int target) throws IOException {
        this.target = target;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    /** A way to this port of the loopback address. */
    static TcpProxy to(int port) {
        try {
            return new TcpProxy(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Connections so far. */
    int accepted() {
        return accepted.get();
    }

    /** Resets every connection that is open now. */
    void cut() {
        links.forEach(Link::close);
    }

    /** Connections that are open now stay open and carry nothing any more; new ones work. */
    void silence() {
        links.forEach(link -> link.silent = true);
    }

    @Override
    public void close() {
        close(listener);
        cut();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                accepted.incrementAndGet();
                Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), target));
                links.add(link);
                link.start();
            } catch (IOException e) {
                // closed, or the target is away: the client sees a reset
            }
        }
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "tcp-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // already gone
        }
    }

    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile boolean silent;

        Link(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        void start() {
            thread(() -> pass(client, server));
            thread(() -> pass(server, client));
        }

        private void pass(Socket from, Socket to) {
            byte[] buffer = new byte[16 << 10];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (!silent) {
                        out.write(buffer, 0, read);
                    }
                }
            } catch (IOException e) {
                // one end is gone
            }
            if (!silent) {
                close();
            }
        }

        void close() {
            links.remove(this);
            TcpProxy.close(client);
            TcpProxy.close(server);
        }
    }
}
