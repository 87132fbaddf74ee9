package dev.drover.sandbox.metrics;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A server that answers every request with what a test wants on the wire, byte by byte. */
public final class FakeTarget implements AutoCloseable {
    /** Writes an answer; the connection is closed when it returns. */
    public interface Answer {
        void write(String request, OutputStream out) throws Exception;
    }

    /** First byte of a client that speaks TLS; servers of plain HTTP answer it with a 400. */
    private static final int TLS_HANDSHAKE = 0x16;

    private final ServerSocket server;
    private final Answer answer;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads =
            Executors.newCachedThreadPool(
                    work -> {
                        Thread thread = new Thread(work, "fake-target");
                        thread.setDaemon(true);
                        return thread;
                    });

    public FakeTarget(Answer answer) {
        this(ServerSocketFactory.getDefault(), false, answer);
    }

    /** A server that speaks TLS. */
    public FakeTarget(SSLContext tls, boolean wantsCertificate, Answer answer) {
        this(tls.getServerSocketFactory(), wantsCertificate, answer);
    }

    private FakeTarget(ServerSocketFactory sockets, boolean wantsCertificate, Answer answer) {
        this.answer = answer;
        try {
            server = sockets.createServerSocket(0, 256, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (server instanceof SSLServerSocket secure) {
            secure.setNeedClientAuth(wantsCertificate);
        }
        threads.execute(this::accept);
    }

    /** Status line and headers are {@code head}, lines separated by LF. */
    public static FakeTarget answering(String head, byte[] body) {
        return new FakeTarget((request, out) -> send(out, head, body));
    }

    public static void send(OutputStream out, String head, byte[] body) throws IOException {
        String lines = "HTTP/1.1 " + head.replace("\n", "\r\n") + "\r\n\r\n";
        out.write(lines.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
    }

    public static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    public String url() {
        String scheme = server instanceof SSLServerSocket ? "https" : "http";
        return scheme + "://127.0.0.1:" + server.getLocalPort() + "/metrics";
    }

    /** Heads of the requests that came, in order. */
    public List<String> requests() {
        return requests;
    }

    /** Connections that are still open on this side. */
    public long connections() {
        return open.stream().filter(socket -> !socket.isClosed()).count();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                threads.execute(() -> serve(socket));
            } catch (IOException e) {
                return; // closed by the test
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedInputStream bytes = new BufferedInputStream(socket.getInputStream());
            bytes.mark(1);
            if (bytes.read() == TLS_HANDSHAKE) {
                send(socket.getOutputStream(), "400 Bad Request", new byte[0]);
                return;
            }
            bytes.reset();
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(bytes, StandardCharsets.US_ASCII));
            StringBuilder head = new StringBuilder();
            for (String line = in.readLine();
                    line != null && !line.isEmpty();
                    line = in.readLine()) {
                head.append(line).append('\n');
            }
            if (head.length() > 0) {
                requests.add(head.toString());
                answer.write(head.toString(), socket.getOutputStream());
            }
        } catch (Exception e) {
            // the client went away, which is what most of these tests are about
            open.remove(socket);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
