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
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one client sends: counted and timed, and held back when the server asks for that. */
final class HttpTraffic {
    private static final Logger LOG = LoggerFactory.getLogger(HttpTraffic.class);
    private static final Duration QUIET = Duration.ofMinutes(1);
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
                        .description("From sending a request to the end of its answer")
                        .tag("client", client)
                        .register(meters);
        this.throttledSeconds =
                Counter.builder("drover.http.client.throttled.seconds")
                        .description("Time held back because the server answered 429")
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
        Counter.builder("drover.http.client.requests")
                .description("Requests by HTTP status, or by why there was no answer")
                .tag("client", client)
                .tag("method", method)
                .tag("code", code)
                .register(meters)
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
