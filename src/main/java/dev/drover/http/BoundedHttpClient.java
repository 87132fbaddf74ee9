package dev.drover.http;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes the client of a camel-http endpoint keep to {@link HttpBounds}, whatever the server does: a
 * deadline from name resolution to the last byte of the body, refused networks, redirects within
 * the same origin only. It sends every request at most once, keeps no cookies and no credentials,
 * inflates nothing and asks no proxy.
 *
 * <p>Fails with {@link DeadlineExceeded}, {@link AddressDenied}, or what HttpClient throws. A
 * redirect that may not be followed comes back as the answer it is. One bean for each distinct TLS
 * setting; endpoints that name the same bean each make a client of their own. The endpoint must set
 * {@code disableStreamCache=true}, and the body must be read or closed by the thread that asked.
 */
public final class BoundedHttpClient implements HttpClientConfigurer {
    /** HttpClient's own 8 KiB would be 28 KiB of heap for every connection that is kept. */
    private static final int BUFFER_BYTES = 2048;

    private static final int HEADER_LINE_BYTES = 16 * 1024;
    private static final int HEADERS = 200;
    private static final Duration IDLE = Duration.ofSeconds(90);

    private final HttpBounds bounds;
    private final int connections;
    private final ScheduledExecutorService timer;
    private final CountedCalls calls;

    /**
     * @param connections requests under way at once
     * @param timer cancels what is late; never blocked by it
     * @param name label {@code client} of {@code drover_http_client_*}
     * @param nanos monotonic clock
     */
    public BoundedHttpClient(
            HttpBounds bounds,
            int connections,
            ScheduledExecutorService timer,
            String name,
            MeterRegistry meters,
            LongSupplier nanos) {
        this.bounds = bounds;
        this.connections = connections;
        this.timer = timer;
        this.calls = new CountedCalls(name, meters, nanos);
    }

    @Override
    public void configureHttpClient(HttpClientBuilder client) {
        client.addExecInterceptorFirst("deadline", new Deadline(bounds.deadline(), timer))
                .addExecInterceptorFirst("count", calls) // in front of the deadline
                .setConnectionManager(connectionManager())
                .setConnectionManagerShared(false)
                .setRedirectStrategy(new SameOriginRedirects(bounds.maxRedirects()))
                .evictIdleConnections(TimeValue.of(IDLE))
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression();
    }

    private PoolingHttpClientConnectionManager connectionManager() {
        Http1Config frames =
                Http1Config.custom()
                        .setBufferSize(BUFFER_BYTES)
                        .setMaxLineLength(HEADER_LINE_BYTES)
                        .setMaxHeaderCount(HEADERS)
                        .build();
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(
                        ManagedHttpClientConnectionFactory.builder().http1Config(frames).build())
                .setDnsResolver(new GuardedResolver(bounds.deniedNetworks()))
                .setConnectionConfigResolver(route -> connection())
                .setMaxConnTotal(connections)
                .setMaxConnPerRoute(connections)
                .build();
    }

    /** The deadline governs; these only keep HttpClient's own, longer limits out of the way. */
    private ConnectionConfig connection() {
        Timeout timeout = Timeout.of(bounds.deadline().get());
        return ConnectionConfig.custom()
                .setConnectTimeout(timeout)
                .setSocketTimeout(timeout)
                .build();
    }

    /** True when {@code failure}, or what it wraps, is of the given type. */
    public static boolean causedBy(Throwable failure, Class<? extends IOException> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
