package dev.drover.http;

import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;

/** Why a call brought no whole answer, in one word for metrics and log lines. */
public final class NoAnswer {
    private NoAnswer() {}

    /**
     * {@code connect} (nobody was there, or may be asked), {@code tls} (whoever was there is not
     * trusted), {@code timeout}, {@code body} (too large), or {@code reset} for a connection that
     * broke. Looks through wrapping exceptions.
     */
    public static String word(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    || cause instanceof ConnectTimeoutException
                    || cause instanceof NoRouteToHostException
                    || cause instanceof UnknownHostException
                    || cause instanceof TargetDenied) {
                return "connect";
            }
            if (cause instanceof SSLException ssl) {
                return tls(ssl);
            }
            if (cause instanceof DeadlineExceeded || cause instanceof InterruptedIOException) {
                return "timeout";
            }
            if (cause instanceof BodyTooLarge) {
                return "body";
            }
        }
        return "reset";
    }

    /** The JDK calls it an SSL exception too when a connection breaks or hangs under TLS. */
    private static String tls(SSLException failure) {
        if (failure instanceof ClientCertificateRefused) {
            return "tls";
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedIOException) {
                return "timeout";
            }
            if (cause instanceof SocketException || cause instanceof EOFException) {
                return "reset";
            }
        }
        return "tls";
    }
}
