package dev.drover.registry.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP proxy that knows {@code CONNECT} and nothing else. */
final class ConnectProxy implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> tunnels = new CopyOnWriteArrayList<>();

    ConnectProxy() throws IOException {
        start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** Host and port of each tunnel so far. */
    List<String> tunnels() {
        return tunnels;
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                work.run();
                            } catch (IOException e) {
                                // one end has closed it
                            }
                        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = socket.accept();
            start(() -> tunnel(client));
        }
    }

    private void tunnel(Socket client) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = client.getInputStream().read();
            if (next < 0) {
                return;
            }
            head.append((char) next);
        }
        String target = head.toString().split(" ")[1];
        tunnels.add(target);
        String[] parts = target.split(":");
        Socket server = new Socket(parts[0], Integer.parseInt(parts[1]));
        client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(US_ASCII));
        start(() -> pipe(client.getInputStream(), server.getOutputStream(), server));
        pipe(server.getInputStream(), client.getOutputStream(), client);
    }

    private static void pipe(InputStream from, OutputStream to, Socket end) throws IOException {
        try (end) {
            from.transferTo(to);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
