package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** A watch over a chunked answer: one line an event, cut by the network wherever it likes. */
final class HttpWatch extends WatchStream {
    private static final Failure CLOSED =
            new Failure(Trouble.CLOSED, "the server closed the watch");

    private final KubernetesClient client;
    private final URI uri;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(); // network thread only
    private volatile CompletableFuture<HttpResponse<AsyncBody>> call;

    HttpWatch(
            KubernetesClient client,
            URI uri,
            Executor executor,
            LongSupplier nanoTime,
            Listener listener) {
        super(client, executor, nanoTime, listener);
        this.client = client;
        this.uri = uri;
    }

    @Override
    void connect() {
        HttpRequest request =
                client.getHttpClient().newHttpRequestBuilder().uri(uri).forStreaming().build();
        call =
                client.getHttpClient()
                        .consumeBytes(
                                request, (bytes, body) -> received(lines(bytes), body::consume));
        var unused = call.whenComplete(this::answered);
    }

    private void answered(HttpResponse<AsyncBody> response, Throwable failure) {
        if (failure != null) {
            ended(Failure.of(failure));
        } else if (!response.isSuccessful()) {
            response.body().cancel();
            ended(Failure.answered(response.code(), response.message()));
        } else {
            opened();
            var unused =
                    response.body()
                            .done()
                            .whenComplete(
                                    (done, cut) -> ended(cut == null ? CLOSED : Failure.of(cut)));
            response.body().consume();
        }
    }

    @Override
    void disconnect() {
        CompletableFuture<HttpResponse<AsyncBody>> opening = call;
        if (opening != null) {
            // not cancelled itself: an answer that came later would stay open with nobody to close
            // it
            var unused = opening.thenAccept(response -> response.body().cancel());
        }
    }

    /** The lines that these bytes complete. Bytes, not characters: a chunk may end inside one. */
    private List<String> lines(List<ByteBuffer> chunks) {
        List<String> lines = new ArrayList<>();
        for (ByteBuffer chunk : chunks) {
            while (chunk.hasRemaining()) {
                byte next = chunk.get();
                if (next != '\n') {
                    line.write(next);
                } else if (line.size() > 0) {
                    lines.add(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                }
            }
        }
        return lines;
    }
}
