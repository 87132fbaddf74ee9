package dev.drover.http;

import java.net.Socket;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;

/** Whom a client trusts and how it shows who it is. Immutable. */
public final class TlsTrust {
    private final SSLContext context;
    private final boolean checksName;
    private final CertificateRequests requests;

    private TlsTrust(SSLContext context, boolean checksName, CertificateRequests requests) {
        this.context = context;
        this.checksName = checksName;
        this.requests = requests;
    }

    /** The authorities of the JDK, no client certificate. */
    public static TlsTrust system() {
        try {
            return of(null, null, true);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every JDK can do that
        }
    }

    /**
     * @param client the client's certificate; null for none
     * @param authorities who may sign for servers; null for the JDK's own
     * @param checksName whether the server's certificate must be for the name that was asked
     */
    public static TlsTrust of(X509KeyManager client, TrustManager[] authorities, boolean checksName)
            throws GeneralSecurityException {
        CertificateRequests requests = new CertificateRequests(client);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {requests}, authorities, null);
        return new TlsTrust(context, checksName, requests);
    }

    /**
     * Any server, whatever name and authority its certificate has; for connections whose owner asks
     * for just that.
     *
     * @param client the client's certificate; null for none
     */
    public static TlsTrust everyone(X509KeyManager client) throws GeneralSecurityException {
        return of(client, new TrustManager[] {new TrustEveryone()}, false);
    }

    SSLContext context() {
        return context;
    }

    boolean checksName() {
        return checksName;
    }

    /** Whether the server asked for a certificate in the handshake of this connection. */
    boolean askedForCertificate(Socket connection) {
        return requests.asked(connection);
    }
}
