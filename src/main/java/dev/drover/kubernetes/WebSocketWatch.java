package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A watch over a WebSocket: one message an event. */
final class WebSocketWatch extends WatchStream implements WebSocket.Listener {
    private static final int NORMAL_CLOSURE = 1000;
    private static final Set<Integer> NO_WEBSOCKETS = Set.of(200, 400, 405, 426, 501);

    private final KubernetesClient client;
    private final URI uri;
    private final Duration openTimeout;
    private final Runnable unsupported;
    private volatile CompletableFuture<WebSocket> socket;

    /** {@code unsupported} is told when the answer is no refusal but one to a plain GET. */
    WebSocketWatch(
            KubernetesClient client,
            URI uri,
            Duration openTimeout,
            Executor executor,
            LongSupplier nanoTime,
            Listener listener,
            Runnable unsupported) {
        super(client, executor, nanoTime, listener);
        this.client = client;
        this.uri = uri;
        this.openTimeout = openTimeout;
        this.unsupported = unsupported;
    }

    @Override
    void connect() {
        socket =
                client.getHttpClient()
                        .newWebSocketBuilder()
                        .uri(uri)
                        // the API server wants an origin from whatever opens a WebSocket
                        .header("Origin", uri.getScheme() + "://" + uri.getAuthority())
                        .connectTimeout(openTimeout.toMillis(), TimeUnit.MILLISECONDS)
                        .buildAsync(this);
        var unused =
                socket.whenComplete(
                        (opened, failure) -> {
                            if (failure != null) {
                                refused(Failure.of(failure), failure);
                            }
                        });
    }

    /** {@code kubectl proxy} and some gateways drop the upgrade: 200, 400, 405, 426, 501. */
    private void refused(Failure failure, Throwable thrown) {
        if (codeOf(thrown).filter(NO_WEBSOCKETS::contains).isPresent()) {
            unsupported.run();
        }
        ended(failure);
    }

    private static Optional<Integer> codeOf(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof WebSocketHandshakeException refused) {
                return Optional.of(refused.getResponse().code());
            }
        }
        return Optional.empty();
    }

    @Override
    void disconnect() {
        CompletableFuture<WebSocket> opening = socket;
        if (opening != null) {
            var unused = opening.thenAccept(opened -> opened.sendClose(NORMAL_CLOSURE, null));
        }
    }

    @Override
    public void onOpen(WebSocket webSocket) {
        opened();
    }

    @Override
    public void onMessage(WebSocket webSocket, String text) {
        received(List.of(text), webSocket::request);
    }

    @Override
    public void onMessage(WebSocket webSocket, ByteBuffer bytes) {
        onMessage(webSocket, StandardCharsets.UTF_8.decode(bytes).toString());
    }

    @Override
    public void onClose(WebSocket webSocket, int code, String reason) {
        ended(new Failure(Trouble.CLOSED, "the server closed the watch, code " + code));
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        ended(Failure.of(error));
    }
}
