package dev.drover.http;

import java.util.function.IntSupplier;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Follows a redirect only to the scheme, host and port that were asked, and not too many. */
final class SameOriginRedirects extends DefaultRedirectStrategy {
    private final IntSupplier most;

    SameOriginRedirects(IntSupplier most) {
        this.most = most;
    }

    @Override
    public boolean isRedirectAllowed(
            HttpHost current, HttpHost next, HttpRequest redirect, HttpContext context) {
        return origin(current).equals(origin(next))
                && HttpClientContext.cast(context).getRedirectLocations().size() < most.getAsInt();
    }

    private static HttpHost origin(HttpHost host) {
        int usual = "https".equalsIgnoreCase(host.getSchemeName()) ? 443 : 80;
        int port = host.getPort() < 0 ? usual : host.getPort();
        return new HttpHost(host.getSchemeName(), host.getHostName(), port);
    }
}
