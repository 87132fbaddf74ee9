package dev.drover.sandbox.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The events of an open watch, read by a thread of its own so that waiting for one is bounded. */
final class EventStream implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int PATIENCE_SECONDS = 10;

    private final InputStream body;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    EventStream(HttpResponse<InputStream> response) {
        if (response.statusCode() != 200) {
            throw new AssertionError("the watch was answered " + response.statusCode());
        }
        body = response.body();
        Thread reader = new Thread(this::read, "watch-events");
        reader.setDaemon(true);
        reader.start();
    }

    /** Waits for that many events; fails if one does not come. */
    List<JsonNode> next(int count) {
        List<JsonNode> next = new ArrayList<>();
        try {
            while (next.size() < count) {
                String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                if (line == null) {
                    throw new AssertionError("no further event after " + next);
                }
                next.add(MAPPER.readTree(line));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        return next;
    }

    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(body, UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // the end of the stream, proper or not: whoever waits runs out of patience
        }
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
