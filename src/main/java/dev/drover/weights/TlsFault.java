package dev.drover.weights;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Which of the checks of a TLS handshake failed. */
enum TlsFault {
    EXPIRED("the server's certificate is expired or not yet valid"),
    NAME_MISMATCH("the server's certificate is for another name"),
    UNKNOWN_AUTHORITY("the server's certificate is signed by an unknown authority"),
    CLIENT_CERTIFICATE("the server refuses the client certificate"),
    OTHER("the TLS handshake failed");

    private final String text;

    TlsFault(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    static TlsFault of(Throwable failure) {
        TlsFault found = OTHER;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message =
                    cause.getMessage() == null ? "" : cause.getMessage().toLowerCase(Locale.ROOT);
            if (cause instanceof CertificateExpiredException
                    || cause instanceof CertificateNotYetValidException
                    || (cause instanceof CertPathValidatorException path
                            && path.getReason()
                                    == CertPathValidatorException.BasicReason.EXPIRED)) {
                return EXPIRED;
            }
            if (cause instanceof SSLPeerUnverifiedException
                    || message.contains("subject alternative")) {
                found = NAME_MISMATCH;
            } else if (cause instanceof CertPathBuilderException) {
                found = UNKNOWN_AUTHORITY;
            } else if (message.contains("bad_certificate")
                    || message.contains("certificate_required")) {
                found = CLIENT_CERTIFICATE;
            }
        }
        return found;
    }
}
