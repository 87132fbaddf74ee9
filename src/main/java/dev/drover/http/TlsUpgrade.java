package dev.drover.http;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Makes TLS connections by the trust that is in force when they are made; as a part of the chain it
 * tells a refused client certificate from a connection that broke.
 */
final class TlsUpgrade implements TlsSocketStrategy, ExecChainHandler {
    private static final String ASKED = "drover.client-certificate-asked";

    private final Supplier<TlsTrust> trust;

    TlsUpgrade(Supplier<TlsTrust> trust) {
        this.trust = trust;
    }

    @Override
    public SSLSocket upgrade(
            Socket socket, String target, int port, Object attachment, HttpContext context)
            throws IOException {
        TlsTrust current = trust.get();
        SSLSocket upgraded = strategy(current).upgrade(socket, target, port, attachment, context);
        if (current.askedForCertificate(upgraded)) {
            context.setAttribute(ASKED, true);
        }
        return upgraded;
    }

    private static TlsSocketStrategy strategy(TlsTrust trust) {
        return trust.checksName()
                ? new DefaultClientTlsStrategy(
                        trust.context(), HostnameVerificationPolicy.BUILTIN, null)
                : new DefaultClientTlsStrategy(
                        trust.context(),
                        HostnameVerificationPolicy.CLIENT,
                        NoopHostnameVerifier.INSTANCE);
    }

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        try {
            return chain.proceed(request, scope);
        } catch (SocketException | NoHttpResponseException e) {
            if (scope.clientContext.getAttribute(ASKED) != null) {
                throw new ClientCertificateRefused(e);
            }
            throw e;
        }
    }
}
