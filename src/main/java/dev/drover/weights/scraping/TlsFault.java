package dev.drover.weights.scraping;

import dev.drover.http.ClientCertificateRefused;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Which of the checks of a TLS handshake failed. */
enum TlsFault {
    EXPIRED("the server's certificate is expired or not yet valid"),
    NAME_MISMATCH(
            "the server's certificate is for another name; the host of the URL must be one of its"
                    + " subject alternative names"),
    UNKNOWN_AUTHORITY(
            "the server's certificate is signed by an unknown authority; see metrics.caSecret"),
    CLIENT_CERTIFICATE(
            "the server refuses the client certificate, or wants one; see metrics.clientSecret"),
    OTHER("the TLS handshake failed; does the server speak TLS at this port?");

    private static final String RECEIVED = "received fatal alert: ";

    /** Alerts by which a server speaks of the certificate that it was shown, or not shown. */
    private static final Set<String> OF_THE_CLIENT =
            Set.of(
                    "bad_certificate",
                    "unsupported_certificate",
                    "certificate_revoked",
                    "certificate_expired",
                    "certificate_unknown",
                    "certificate_required",
                    "unknown_ca",
                    "access_denied");

    private final String text;

    TlsFault(String text) {
        this.text = text;
    }

    /** With what to look at. */
    String text() {
        return text;
    }

    static TlsFault of(Throwable failure) {
        TlsFault found = OTHER;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            TlsFault fault = ofOne(cause);
            if (fault == EXPIRED) {
                return EXPIRED; // stands below a failed path, and says more
            }
            found = fault == OTHER ? found : fault;
        }
        return found;
    }

    private static TlsFault ofOne(Throwable cause) {
        String message =
                cause.getMessage() == null ? "" : cause.getMessage().toLowerCase(Locale.ROOT);
        if (cause instanceof CertificateExpiredException
                || cause instanceof CertificateNotYetValidException) {
            return EXPIRED;
        }
        if (cause instanceof CertPathValidatorException path) {
            return ofPath(path.getReason());
        }
        if (cause instanceof ClientCertificateRefused) {
            return CLIENT_CERTIFICATE;
        }
        if (cause instanceof CertPathBuilderException) {
            return UNKNOWN_AUTHORITY;
        }
        if (cause instanceof SSLPeerUnverifiedException
                || message.contains("subject alternative")
                || message.contains("no name matching")) {
            return NAME_MISMATCH;
        }
        return message.startsWith(RECEIVED)
                        && OF_THE_CLIENT.contains(message.substring(RECEIVED.length()).strip())
                ? CLIENT_CERTIFICATE
                : OTHER;
    }

    private static TlsFault ofPath(CertPathValidatorException.Reason reason) {
        if (reason == BasicReason.EXPIRED || reason == BasicReason.NOT_YET_VALID) {
            return EXPIRED;
        }
        // an authority of the same name with another key shows as a wrong signature
        return reason == PKIXReason.NO_TRUST_ANCHOR || reason == BasicReason.INVALID_SIGNATURE
                ? UNKNOWN_AUTHORITY
                : OTHER;
    }
}
