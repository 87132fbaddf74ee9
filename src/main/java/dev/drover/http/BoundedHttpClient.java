package dev.drover.http;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes the client of a camel-http endpoint keep to {@link HttpBounds}, whatever the server does: a
 * deadline from name resolution to the last byte of the body, a size, allowed targets, refused
 * networks, redirects within the same origin only. It sends every request at most once, keeps no
 * cookies and no credentials, inflates nothing and asks no proxy.
 *
 * <p>Fails with {@link DeadlineExceeded}, {@link BodyTooLarge}, {@link TargetDenied}, {@link
 * AddressDenied}, or what HttpClient throws. A redirect that may not be followed comes back as the
 * answer it is. One bean for each distinct TLS setting; endpoints that name the same bean each make
 * a client of their own. The endpoint must set {@code disableStreamCache=true}, and the body must
 * be read or closed by the thread that asked.
 */
public final class BoundedHttpClient implements HttpClientConfigurer {
    /** HttpClient's own 8 KiB would be 28 KiB of heap for every connection that is kept. */
    private static final int BUFFER_BYTES = 2048;

    private static final int HEADER_LINE_BYTES = 16 * 1024;
    private static final int HEADERS = 200;
    private static final Duration IDLE = Duration.ofSeconds(90);

    /**
     * Servers close what is idle, or every connection after an answer. A look at one before it is
     * used costs a millisecond, which matters to calls that follow one another at once only.
     */
    private static final Duration UNCHECKED = Duration.ofMillis(100);

    /** Sooner or later a moved address, a new certificate or a withdrawn trust must count. */
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(10);

    private final HttpBounds bounds;
    private final int connections;
    private final ScheduledExecutorService timer;
    private final CountedCalls calls;
    private final Supplier<TlsTrust> trust;

    /** One for each client that was made and is still in use somewhere. */
    private final Set<PoolingHttpClientConnectionManager> managers =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /**
     * @param connections requests under way at once
     * @param timer cancels what is late; never blocked by it
     * @param name label {@code client} of {@code drover_http_client_*}
     * @param nanos monotonic clock
     * @param trust asked again for every connection
     */
    public BoundedHttpClient(
            HttpBounds bounds,
            int connections,
            ScheduledExecutorService timer,
            String name,
            MeterRegistry meters,
            LongSupplier nanos,
            Supplier<TlsTrust> trust) {
        this.bounds = bounds;
        this.connections = connections;
        this.timer = timer;
        this.calls = new CountedCalls(name, meters, nanos);
        this.trust = trust;
    }

    /** Closes connections that are not in use, because another trust is in force now. */
    public void closeIdle() {
        List.copyOf(managers).forEach(manager -> manager.closeIdle(TimeValue.ZERO_MILLISECONDS));
    }

    @Override
    public void configureHttpClient(HttpClientBuilder client) {
        TlsUpgrade tls = new TlsUpgrade(trust);
        client.addExecInterceptorFirst("certificate", tls)
                .addExecInterceptorBefore(
                        ChainElement.PROTOCOL.name(),
                        "targets",
                        new AllowedTargets(bounds.targets()))
                .addExecInterceptorFirst("size", new BodySize(bounds.maxBodyBytes()))
                .addExecInterceptorFirst("deadline", new Deadline(bounds.deadline(), timer))
                .addExecInterceptorFirst("count", calls) // in front of the deadline
                .setConnectionManager(connectionManager(tls))
                .setConnectionManagerShared(false)
                .setRedirectStrategy(new SameOriginRedirects(bounds.maxRedirects()))
                .evictIdleConnections(TimeValue.of(IDLE))
                .disableConnectionState() // else a connection with client certificate serves once
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression();
    }

    private PoolingHttpClientConnectionManager connectionManager(TlsUpgrade tls) {
        Http1Config frames =
                Http1Config.custom()
                        .setBufferSize(BUFFER_BYTES)
                        .setMaxLineLength(HEADER_LINE_BYTES)
                        .setMaxHeaderCount(HEADERS)
                        .build();
        PoolingHttpClientConnectionManager manager =
                PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(tls)
                        .setConnectionFactory(
                                ManagedHttpClientConnectionFactory.builder()
                                        .http1Config(frames)
                                        .build())
                        .setDnsResolver(new GuardedResolver(bounds.deniedNetworks()))
                        .setConnectionConfigResolver(route -> connection())
                        .setMaxConnTotal(connections)
                        .setMaxConnPerRoute(connections)
                        .build();
        managers.add(manager);
        return manager;
    }

    /** The deadline governs; HttpClient's own limits are longer. */
    private ConnectionConfig connection() {
        return ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(bounds.connect().get()))
                .setSocketTimeout(Timeout.of(bounds.response().get()))
                .setValidateAfterInactivity(TimeValue.of(UNCHECKED))
                .setTimeToLive(TimeValue.of(LONGEST_LIFE))
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
