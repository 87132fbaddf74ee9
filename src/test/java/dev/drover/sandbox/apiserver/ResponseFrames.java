package dev.drover.sandbox.apiserver;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import java.util.function.Consumer;

/**
 * Frames of a watch as chunks or as WebSocket messages. Whoever sends, everything is written by the
 * connection's event loop, which keeps the order.
 */
final class ResponseFrames implements Watch.Frames {
    private final Context loop;
    private final Consumer<byte[]> write;
    private final Runnable end;
    private final Runnable cut;
    private final Consumer<Runnable> closing;

    private ResponseFrames(
            Context loop,
            Consumer<byte[]> write,
            Runnable end,
            Runnable cut,
            Consumer<Runnable> closing) {
        this.loop = loop;
        this.write = write;
        this.end = end;
        this.cut = cut;
        this.closing = closing;
    }

    static Future<ResponseFrames> of(HttpServerRequest http, Vertx vertx) {
        Context loop = vertx.getOrCreateContext();
        return http.getHeader("Upgrade") == null
                ? Future.succeededFuture(chunked(http, loop))
                : http.toWebSocket().map(socket -> webSocket(http, socket, loop));
    }

    private static ResponseFrames chunked(HttpServerRequest http, Context loop) {
        HttpServerResponse response = http.response();
        response.setChunked(true).putHeader("Content-Type", "application/json");
        response.writeHead();
        return new ResponseFrames(
                loop,
                bytes -> {
                    if (!response.ended() && !response.closed()) {
                        response.write(Buffer.buffer(bytes));
                    }
                },
                () -> {
                    if (!response.ended() && !response.closed()) {
                        response.end();
                    }
                },
                () -> http.connection().close(),
                closed -> response.closeHandler(v -> closed.run()).endHandler(v -> closed.run()));
    }

    private static ResponseFrames webSocket(
            HttpServerRequest http, ServerWebSocket socket, Context loop) {
        return new ResponseFrames(
                loop,
                bytes -> {
                    if (!socket.isClosed()) {
                        socket.writeTextMessage(Buffer.buffer(bytes).toString().stripTrailing());
                    }
                },
                socket::close,
                () -> http.connection().close(),
                closed -> socket.closeHandler(v -> closed.run()));
    }

    /** {@code closed} runs once the client or the server ended the connection. */
    void onClose(Runnable closed) {
        closing.accept(closed);
    }

    @Override
    public void send(byte[] frame) {
        loop.runOnContext(v -> write.accept(frame));
    }

    @Override
    public void end() {
        loop.runOnContext(v -> end.run());
    }

    @Override
    public void cut() {
        loop.runOnContext(v -> cut.run());
    }
}
