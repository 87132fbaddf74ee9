package dev.drover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One word for each way in which an answer may fail to come. */
class NoAnswerTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                arguments("nobody listens", new ConnectException("refused"), "connect"),
                arguments("nobody answers the call", new ConnectTimeoutException("x"), "connect"),
                arguments("no way there", new NoRouteToHostException("x"), "connect"),
                arguments("no such name", new UnknownHostException("x"), "connect"),
                arguments("a refused target", new TargetDenied("x"), "connect"),
                arguments("the deadline", new DeadlineExceeded(Duration.ZERO, null), "timeout"),
                arguments("a silent server", new SocketTimeoutException("x"), "timeout"),
                arguments("too much", new BodyTooLarge(1), "body"),
                arguments("closed without a word", new NoHttpResponseException("x"), "reset"),
                arguments("a broken connection", new SocketException("reset"), "reset"),
                arguments("an unknown authority", handshake(new CertificateException()), "tls"),
                arguments("another name", new SSLPeerUnverifiedException("x"), "tls"),
                arguments("no TLS at all", new SSLException("Unsupported message"), "tls"),
                arguments("broken under TLS", handshake(new SocketException("reset")), "reset"),
                arguments("closed in the handshake", handshake(new EOFException()), "reset"),
                arguments("silent under TLS", handshake(new SocketTimeoutException()), "timeout"),
                arguments(
                        "a refused client certificate",
                        new ClientCertificateRefused(new SocketException("reset")),
                        "tls"),
                arguments(
                        "wrapped",
                        new RuntimeException(new IOException(new ConnectException())),
                        "connect"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void hasAWord(String because, Exception failure, String word) {
        assertThat(NoAnswer.word(failure)).isEqualTo(word);
    }

    private static SSLHandshakeException handshake(Exception cause) {
        SSLHandshakeException failure = new SSLHandshakeException("handshake");
        failure.initCause(cause);
        return failure;
    }
}
