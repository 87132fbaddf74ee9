package dev.drover.http;

import java.io.IOException;
import javax.net.ssl.SSLException;

/**
 * The server asked for a client certificate and broke the connection when it had seen what came.
 */
public final class ClientCertificateRefused extends SSLException {
    private static final long serialVersionUID = 1L;

    ClientCertificateRefused(IOException broken) {
        super(
                "the server broke the connection after it had asked for a client certificate",
                broken);
    }
}
