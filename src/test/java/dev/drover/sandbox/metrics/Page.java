package dev.drover.sandbox.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** An HTTP answer, byte for byte. Neither the array nor the map may be changed. */
@SuppressWarnings("ArrayRecordComponent") // pages are sent, and never compared
public record Page(int status, String contentType, Map<String, String> headers, byte[] body) {
    private static final String EXPOSITION = "text/plain; version=0.0.4; charset=utf-8";

    /** An exposition page of this text. */
    public static Page text(String body) {
        return new Page(200, EXPOSITION, Map.of(), body.getBytes(UTF_8));
    }

    /** A page such as a proxy or a login form shows, with any status. */
    public static Page html(int status) {
        byte[] body = "<!DOCTYPE html><html><body>not metrics</body></html>".getBytes(UTF_8);
        return new Page(status, "text/html; charset=utf-8", Map.of(), body);
    }

    /** Nothing but a status. */
    public static Page status(int status) {
        return new Page(status, "text/plain", Map.of(), new byte[0]);
    }

    /** Sends the client elsewhere. */
    public static Page redirect(String location) {
        return new Page(302, "text/plain", Map.of("Location", location), new byte[0]);
    }

    /** A recorded page; {@code NAME.json} beside it says status and content type. */
    public static Page recorded(Path file) {
        String name = file.getFileName().toString().replaceFirst("\\.prom$", ".json");
        try {
            JsonNode facts = new ObjectMapper().readTree(file.resolveSibling(name).toFile());
            return new Page(
                    facts.path("status").asInt(200),
                    facts.path("contentType").asText(EXPOSITION),
                    Map.of(),
                    Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same page compressed, as a server does for a client that accepts it. */
    public Page gzipped() {
        return encoded(compressed(body, 1));
    }

    /** A small answer that unfolds to {@code mebibytes} of the same byte. */
    public static Page gzipBomb(int mebibytes) {
        byte[] mebibyte = "#".repeat(1 << 20).getBytes(UTF_8);
        return text("").encoded(compressed(mebibyte, mebibytes));
    }

    private Page encoded(byte[] bytes) {
        return new Page(status, contentType, Map.of("Content-Encoding", "gzip"), bytes);
    }

    private static byte[] compressed(byte[] block, int times) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < times; i++) {
                gzip.write(block);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
