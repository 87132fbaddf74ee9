package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One request written byte by byte, since no HTTP client would send some of them. */
final class RawExchange {
    private static final int LONGEST_WAIT_MILLIS = 10_000;

    private RawExchange() {}

    /**
     * What came back.
     *
     * @param status 0 when the connection was closed without an answer
     */
    record Response(int status, Map<String, String> headers, byte[] body) {}

    /**
     * Sends and waits; empty when no answer came within {@code millis}.
     *
     * @param target path and query as they are
     * @param body null for none
     */
    static Optional<Response> send(
            URI server,
            String method,
            String target,
            Map<String, String> headers,
            byte[] body,
            int millis)
            throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(millis > 0 ? millis : LONGEST_WAIT_MILLIS);
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(request(server, method, target, headers, body));
            byte[] all;
            try {
                all = socket.getInputStream().readAllBytes();
            } catch (SocketTimeoutException e) {
                return Optional.empty();
            }
            return Optional.of(parse(all));
        }
    }

    private static byte[] request(
            URI server, String method, String target, Map<String, String> headers, byte[] body)
            throws IOException {
        StringBuilder head = new StringBuilder();
        head.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
        head.append("host: ").append(server.getAuthority()).append("\r\nconnection: close\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        boolean sendsLength =
                body != null || Arrays.asList("POST", "PATCH", "PUT").contains(method);
        if (sendsLength) {
            head.append("content-length: ").append(body == null ? 0 : body.length).append("\r\n");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(head.append("\r\n").toString().getBytes(ISO_8859_1));
        if (body != null) {
            bytes.write(body);
        }
        return bytes.toByteArray();
    }

    private static Response parse(byte[] all) throws IOException {
        if (all.length == 0) {
            return new Response(0, Map.of(), all);
        }
        String text = new String(all, ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        String[] lines = text.substring(0, end).split("\r\n", -1);
        Map<String, String> headers = new TreeMap<>();
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            String[] parts = line.split(":", 2);
            headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1].strip());
        }
        byte[] body = Arrays.copyOfRange(all, end + 4, all.length);
        boolean chunked = "chunked".equals(headers.get("transfer-encoding"));
        return new Response(
                Integer.parseInt(lines[0].split(" ", 3)[1]),
                headers,
                chunked ? joined(body) : body);
    }

    private static byte[] joined(byte[] chunks) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(chunks);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        while (true) {
            StringBuilder size = new StringBuilder();
            for (int c = in.read(); c != '\r'; c = in.read()) {
                size.append((char) c);
            }
            in.read();
            int length = Integer.parseInt(size.toString(), 16);
            if (length == 0) {
                return whole.toByteArray();
            }
            whole.write(in.readNBytes(length));
            in.skip(2);
        }
    }
}
