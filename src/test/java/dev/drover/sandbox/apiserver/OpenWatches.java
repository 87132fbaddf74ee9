package dev.drover.sandbox.apiserver;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/** The watches that are open now, and their clocks: bookmarks and the end of their time. */
final class OpenWatches {
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMinutes(30);

    private final Store store;
    private final Vertx vertx;
    private final Set<Watch> open = ConcurrentHashMap.newKeySet();
    private volatile Duration bookmarkInterval = Duration.ofMinutes(1);

    OpenWatches(Store store, Vertx vertx) {
        this.store = store;
        this.vertx = vertx;
    }

    void bookmarkEvery(Duration interval) {
        bookmarkInterval = interval;
    }

    List<Watch> matching(Predicate<Watch> filter) {
        return open.stream().filter(filter).toList();
    }

    void later(Duration delay, Runnable task) {
        vertx.setTimer(Math.max(1, delay.toMillis()), id -> task.run());
    }

    /** Runs on the event loop; throws before anything is sent if the request is no good. */
    void open(HttpServerRequest http, ApiRequest request, Optional<Fault.Effect> fault) {
        long from = Watch.from(request);
        Selection.of(request);
        ResponseFrames.of(http, vertx)
                .onSuccess(frames -> begin(new Watch(store, request, frames), frames, from, fault));
    }

    private void begin(
            Watch watch, ResponseFrames frames, long from, Optional<Fault.Effect> fault) {
        if (fault.isPresent()) {
            switch (fault.get()) {
                case CLOSED_AT_ONCE -> {
                    watch.end();
                    return;
                }
                case GARBLED -> watch.garble();
                default -> watch.freeze();
            }
        }
        open.add(watch);
        if (!watch.open(from)) {
            open.remove(watch);
            return;
        }
        long bookmarks =
                vertx.setPeriodic(Math.max(1, bookmarkInterval.toMillis()), id -> watch.bookmark());
        long timeout = vertx.setTimer(timeoutMillis(watch), id -> watch.end());
        frames.onClose(
                () -> {
                    open.remove(watch);
                    watch.close();
                    vertx.cancelTimer(bookmarks);
                    vertx.cancelTimer(timeout);
                });
    }

    private static long timeoutMillis(Watch watch) {
        return watch.timeout()
                .orElseGet(
                        () ->
                                SHORTEST_TIMEOUT.multipliedBy(
                                        1 + ThreadLocalRandom.current().nextInt(2)))
                .toMillis();
    }
}
