package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.TlsVersion;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;

/** Makes the HTTP clients of another factory {@link ObservedHttpClient observed} ones. */
final class ObservedHttpClientFactory implements HttpClient.Factory {
    private final HttpClient.Factory factory;
    private final HttpTraffic traffic;

    ObservedHttpClientFactory(HttpClient.Factory factory, HttpTraffic traffic) {
        this.factory = factory;
        this.traffic = traffic;
    }

    @Override
    public HttpClient.Builder newBuilder(Config config) {
        return new Builder(factory.newBuilder(config));
    }

    @Override
    public HttpClient.Builder newBuilder() {
        return new Builder(factory.newBuilder());
    }

    private final class Builder implements HttpClient.Builder {
        private final HttpClient.Builder builder;

        Builder(HttpClient.Builder builder) {
            this.builder = builder;
        }

        @Override
        public HttpClient build() {
            return new ObservedHttpClient(builder.build(), traffic);
        }

        @Override
        public HttpClient.Builder connectTimeout(long timeout, TimeUnit unit) {
            builder.connectTimeout(timeout, unit);
            return this;
        }

        @Override
        public HttpClient.Builder addOrReplaceInterceptor(String name, Interceptor interceptor) {
            builder.addOrReplaceInterceptor(name, interceptor);
            return this;
        }

        @Override
        public HttpClient.Builder authenticatorNone() {
            builder.authenticatorNone();
            return this;
        }

        @Override
        public HttpClient.Builder sslContext(KeyManager[] keys, TrustManager[] trust) {
            builder.sslContext(keys, trust);
            return this;
        }

        @Override
        public HttpClient.Builder followAllRedirects() {
            builder.followAllRedirects();
            return this;
        }

        @Override
        public HttpClient.Builder proxyAddress(InetSocketAddress address) {
            builder.proxyAddress(address);
            return this;
        }

        @Override
        public HttpClient.Builder proxyAuthorization(String credentials) {
            builder.proxyAuthorization(credentials);
            return this;
        }

        @Override
        public HttpClient.Builder tlsVersions(TlsVersion... versions) {
            builder.tlsVersions(versions);
            return this;
        }

        @Override
        public HttpClient.Builder tlsServerName(String name) {
            builder.tlsServerName(name);
            return this;
        }

        @Override
        public HttpClient.Builder preferHttp11() {
            builder.preferHttp11();
            return this;
        }

        @Override
        public HttpClient.Builder proxyType(HttpClient.ProxyType type) {
            builder.proxyType(type);
            return this;
        }

        @Override
        public HttpClient.DerivedClientBuilder tag(Object value) {
            builder.tag(value);
            return this;
        }
    }
}
