package dev.drover.sandbox.metrics;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * An HTTP server with metrics pages, on a free port of the loopback address. Pages and their
 * delivery can be changed at any time; every request is remembered. Thread-safe.
 *
 * <pre>{@code
 * try (var server = MetricsServerDouble.start()) {
 *     var engine = new VllmPage("alpha-8b").kv(0.5);
 *     server.serve("/metrics", engine::page);
 *     server.deliver(Delivery.DRIPPING);
 *     …
 * }
 * }</pre>
 */
public final class MetricsServerDouble implements AutoCloseable {
    private static final int SECOND_MILLIS = 1_000;

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
    private final Map<String, Supplier<Page>> pages = new ConcurrentHashMap<>();
    private final List<Scrape> scrapes = new CopyOnWriteArrayList<>();
    private final int port;
    private volatile Delivery delivery = Delivery.WHOLE;

    private MetricsServerDouble() {
        HttpServerOptions options =
                new HttpServerOptions().setHost("127.0.0.1").setPort(0).setTcpNoDelay(true);
        port =
                vertx.createHttpServer(options)
                        .requestHandler(this::answer)
                        .listen()
                        .toCompletionStage()
                        .toCompletableFuture()
                        .orTimeout(10, TimeUnit.SECONDS)
                        .join()
                        .actualPort();
    }

    /** Starts without any page: every path answers 404. */
    public static MetricsServerDouble start() {
        return new MetricsServerDouble();
    }

    /** Serves what {@code page} gives at each request of {@code path}. */
    public MetricsServerDouble serve(String path, Supplier<Page> page) {
        pages.put(path, page);
        return this;
    }

    /** Serves always the same page. */
    public MetricsServerDouble serve(String path, Page page) {
        return serve(path, () -> page);
    }

    /** How pages are delivered from now on. */
    public MetricsServerDouble deliver(Delivery how) {
        delivery = how;
        return this;
    }

    /** {@code http://127.0.0.1:<port>} and this path. */
    public String url(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    public int port() {
        return port;
    }

    /** Every request so far, whatever came of it. */
    public List<Scrape> scrapes() {
        return List.copyOf(scrapes);
    }

    @Override
    public void close() {
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    private void answer(HttpServerRequest request) {
        Map<String, String> headers = new HashMap<>();
        request.headers()
                .forEach(h -> headers.put(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
        scrapes.add(new Scrape(System.nanoTime(), request.path(), Map.copyOf(headers)));
        Page page = pages.getOrDefault(request.path(), () -> Page.status(404)).get();
        switch (delivery) {
            case HANGING -> {}
            case REFUSED -> request.connection().close();
            case WHOLE -> head(request, page).end(Buffer.buffer(page.body()));
            default -> streamed(request, page);
        }
    }

    private void streamed(HttpServerRequest request, Page page) {
        HttpServerResponse response = head(request, page);
        byte[] body = page.body();
        if (delivery == Delivery.CHUNKED || delivery == Delivery.ENDLESS) {
            response.setChunked(true);
        } else {
            response.putHeader("Content-Length", String.valueOf(body.length));
        }
        Buffer half = Buffer.buffer(body).slice(0, body.length / 2);
        switch (delivery) {
            case STALLING -> response.write(half);
            case CUT -> response.write(half).onComplete(sent -> request.connection().close());
            case DRIPPING -> drip(response, body, 0);
            case ENDLESS -> repeat(response, Buffer.buffer(body));
            case CHUNKED -> {
                response.write(half);
                response.end(Buffer.buffer(body).slice(body.length / 2, body.length));
            }
            case WHOLE, HANGING, REFUSED -> throw new IllegalStateException(delivery.name());
        }
    }

    private static HttpServerResponse head(HttpServerRequest request, Page page) {
        HttpServerResponse response = request.response().setStatusCode(page.status());
        page.headers().forEach(response::putHeader);
        return response.putHeader("Content-Type", page.contentType());
    }

    private void drip(HttpServerResponse response, byte[] body, int next) {
        if (response.closed()) {
            return;
        }
        if (next == body.length) {
            response.end();
            return;
        }
        response.write(Buffer.buffer().appendByte(body[next]));
        vertx.setTimer(SECOND_MILLIS, id -> drip(response, body, next + 1));
    }

    /** Writes as fast as the client reads. */
    private static void repeat(HttpServerResponse response, Buffer body) {
        while (!response.closed() && !response.writeQueueFull()) {
            response.write(body);
        }
        if (!response.closed()) {
            response.drainHandler(v -> repeat(response, body));
        }
    }
}
