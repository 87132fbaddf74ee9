package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one client sends: counted and timed, and held back when the server asks for that. */
final class HttpTraffic {
    private static final Logger LOG = LoggerFactory.getLogger(HttpTraffic.class);
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final Duration[] BUCKETS =
            Stream.of(
                            1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1e3, 2.5e3, 5e3,
                            1e4, 3e4)
                    .map(millis -> Duration.ofNanos((long) (millis * 1e6)))
                    .toArray(Duration[]::new);

    private final String client;
    private final MeterRegistry meters;
    private final Timer duration;
    private final Counter throttledSeconds;
    private final LongSupplier nanoTime;
    private final RetryAfter retryAfter;
    private Long warnedAt; // guarded by this

    HttpTraffic(String client, MeterRegistry meters, LongSupplier nanoTime) {
        this.client = client;
        this.meters = meters;
        this.nanoTime = nanoTime;
        this.retryAfter = new RetryAfter(nanoTime);
        this.duration =
                Timer.builder("drover.http.client.request.duration")
                        .tag("client", client)
                        .serviceLevelObjectives(BUCKETS)
                        .register(meters);
        this.throttledSeconds =
                Counter.builder("drover.http.client.throttled.seconds")
                        .tag("client", client)
                        .register(meters);
    }

    /** Sends, unless the server asked to wait: then the future has failed with a 429 already. */
    <T> CompletableFuture<HttpResponse<T>> observe(
            String method, Supplier<CompletableFuture<HttpResponse<T>>> send) {
        return observe(
                method,
                send,
                response -> {
                    heed(response);
                    return String.valueOf(response.code());
                });
    }

    /** The same for a request whose success is no HTTP response. */
    <T> CompletableFuture<T> observe(
            String method,
            Supplier<CompletableFuture<T>> send,
            java.util.function.Function<T, String> codeOf) {
        Optional<Duration> left = retryAfter.left();
        if (left.isPresent()) {
            return CompletableFuture.failedFuture(RetryAfter.heldBack(left.get()));
        }
        long begun = nanoTime.getAsLong();
        CompletableFuture<T> sent = send.get();
        var unused =
                sent.whenComplete(
                        (answer, failure) ->
                                count(
                                        method,
                                        failure == null ? codeOf.apply(answer) : code(failure),
                                        nanoTime.getAsLong() - begun));
        return sent;
    }

    private void count(String method, String code, long nanos) {
        meters.counter(
                        "drover.http.client.requests",
                        "client",
                        client,
                        "method",
                        method,
                        "code",
                        code)
                .increment();
        duration.record(Duration.ofNanos(nanos));
    }

    private void heed(HttpResponse<?> response) {
        Duration putOff = retryAfter.heed(response);
        if (!putOff.isZero()) {
            throttledSeconds.increment(putOff.toNanos() / 1e9);
            if (news()) {
                LOG.warn(
                        "the API server is overloaded (429): client {} sends nothing for {} s",
                        client,
                        putOff.toSeconds());
            }
        }
    }

    /** A server that says it again and again is told of once, and again after a quiet minute. */
    private synchronized boolean news() {
        long now = nanoTime.getAsLong();
        boolean news = warnedAt == null || now - warnedAt > QUIET.toNanos();
        warnedAt = now;
        return news;
    }

    private String code(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof WebSocketHandshakeException refused) {
                heed(refused.getResponse());
                return String.valueOf(refused.getResponse().code());
            }
            if (each instanceof CancellationException) {
                return "cancelled";
            }
            if (each instanceof ConnectException
                    || each instanceof UnknownHostException
                    || each instanceof NoRouteToHostException) {
                return "connect";
            }
            if (each instanceof SSLException || each instanceof GeneralSecurityException) {
                return "tls";
            }
            if (each instanceof TimeoutException) {
                return "timeout";
            }
        }
        return "reset";
    }
}
