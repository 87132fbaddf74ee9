package dev.drover.sandbox.apiserver;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** The socket: one event loop, HTTP/1.1, no Nagle delay. Can be stopped and started again. */
final class Http implements AutoCloseable {
    private static final int LARGEST_HEADER = 64 * 1024;
    private static final int LARGEST_FRAME = 64 * 1024 * 1024;

    private final Vertx vertx =
            Vertx.vertx(
                    new VertxOptions()
                            .setEventLoopPoolSize(1)
                            .setWorkerPoolSize(1)
                            .setInternalBlockingPoolSize(1)
                            .setFileSystemOptions(
                                    new FileSystemOptions()
                                            .setFileCachingEnabled(false)
                                            .setClassPathResolvingEnabled(false)));
    private final BiConsumer<HttpServerRequest, Buffer> handler;
    private HttpServer server; // guarded by this
    private int port; // guarded by this; 0 until the first start

    /** {@code handler} runs on the event loop, with the complete body. */
    Http(BiConsumer<HttpServerRequest, Buffer> handler) {
        this.handler = handler;
    }

    Vertx vertx() {
        return vertx;
    }

    /** Listens on a free port; after a stop on the same one again. */
    synchronized int start() {
        HttpServerOptions options =
                new HttpServerOptions()
                        .setHost("127.0.0.1")
                        .setPort(port)
                        .setTcpNoDelay(true)
                        .setReuseAddress(true)
                        .setHttp2ClearTextEnabled(false)
                        .setMaxHeaderSize(LARGEST_HEADER)
                        .setMaxInitialLineLength(LARGEST_HEADER)
                        .setMaxWebSocketFrameSize(LARGEST_FRAME)
                        .setMaxWebSocketMessageSize(LARGEST_FRAME);
        server = vertx.createHttpServer(options).requestHandler(this::read);
        server.listen()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
        port = server.actualPort();
        return port;
    }

    /** Closes every connection; new ones are refused. */
    synchronized void stop() {
        server.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    private void read(HttpServerRequest request) {
        if (request.getHeader("Upgrade") == null) {
            request.bodyHandler(body -> handler.accept(request, body));
        } else {
            handler.accept(request, Buffer.buffer());
        }
    }
}
