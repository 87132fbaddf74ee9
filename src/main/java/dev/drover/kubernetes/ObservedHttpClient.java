package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * fabric8's HTTP client with its traffic observed. An {@link Interceptor} would not do: once
 * retries are off it is not told of requests that fail without an answer.
 */
final class ObservedHttpClient implements HttpClient {
    private static final String WEBSOCKET_METHOD = "GET";

    private final HttpClient delegate;
    private final HttpTraffic traffic;

    ObservedHttpClient(HttpClient delegate, HttpTraffic traffic) {
        this.delegate = delegate;
        this.traffic = traffic;
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
        return traffic.observe(request.method(), () -> delegate.sendAsync(request, type));
    }

    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytes(
            HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        return traffic.observe(request.method(), () -> delegate.consumeBytes(request, consumer));
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return new ObservedWebSocketBuilder(delegate.newWebSocketBuilder());
    }

    @Override
    public HttpRequest.Builder newHttpRequestBuilder() {
        return delegate.newHttpRequestBuilder();
    }

    @Override
    public DerivedClientBuilder newBuilder() {
        return new ObservedDerivation(delegate.newBuilder());
    }

    @Override
    public boolean isClosed() {
        return delegate.isClosed();
    }

    @Override
    public void close() {
        delegate.close();
    }

    /** A client derived from this one shares its traffic, and its waiting. */
    private final class ObservedDerivation implements DerivedClientBuilder {
        private final DerivedClientBuilder builder;

        ObservedDerivation(DerivedClientBuilder builder) {
            this.builder = builder;
        }

        @Override
        public HttpClient build() {
            return new ObservedHttpClient(builder.build(), traffic);
        }

        @Override
        public DerivedClientBuilder addOrReplaceInterceptor(String name, Interceptor interceptor) {
            builder.addOrReplaceInterceptor(name, interceptor);
            return this;
        }

        @Override
        public DerivedClientBuilder authenticatorNone() {
            builder.authenticatorNone();
            return this;
        }

        @Override
        public DerivedClientBuilder tag(Object value) {
            builder.tag(value);
            return this;
        }
    }

    private final class ObservedWebSocketBuilder implements WebSocket.Builder {
        private final WebSocket.Builder builder;

        ObservedWebSocketBuilder(WebSocket.Builder builder) {
            this.builder = builder;
        }

        @Override
        public CompletableFuture<WebSocket> buildAsync(WebSocket.Listener listener) {
            return traffic.observe(
                    WEBSOCKET_METHOD, () -> builder.buildAsync(listener), opened -> "101");
        }

        @Override
        public WebSocket.Builder subprotocol(String protocol) {
            builder.subprotocol(protocol);
            return this;
        }

        @Override
        public WebSocket.Builder header(String name, String value) {
            builder.header(name, value);
            return this;
        }

        @Override
        public WebSocket.Builder setHeader(String name, String value) {
            builder.setHeader(name, value);
            return this;
        }

        @Override
        public WebSocket.Builder uri(URI uri) {
            builder.uri(uri);
            return this;
        }

        @Override
        public WebSocket.Builder connectTimeout(long timeout, TimeUnit unit) {
            builder.connectTimeout(timeout, unit);
            return this;
        }
    }
}
