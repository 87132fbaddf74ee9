package dev.drover.weights.scraping;

import dev.drover.http.AddressDenied;
import dev.drover.http.BoundedHttpClient;
import dev.drover.http.DeadlineExceeded;
import dev.drover.weights.credentials.NoCredentials;
import dev.drover.weights.metrics.Excerpt;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.PageException;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.providers.Target;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.RedirectException;

/**
 * Why a scrape gave no page.
 *
 * @param detail with URL and a hint what to look at; nothing secret
 */
record ScrapeFailure(Outcome outcome, String detail) {
    static ScrapeFailure of(Throwable failure, Target target) {
        if (failure instanceof PageException page) {
            return new ScrapeFailure(page.outcome(), page.getMessage() + hint(page, target));
        }
        if (failure instanceof NoCredentials missing) {
            return new ScrapeFailure(Outcome.NO_CREDENTIALS, missing.getMessage());
        }
        Outcome outcome = outcome(failure);
        String what =
                switch (outcome) {
                    case TIMEOUT -> "no complete answer in time";
                    case DNS ->
                            "the name " + Excerpt.of(target.url().getHost()) + " does not resolve";
                    case DENIED -> deepest(failure) + " (drover.weights.scrape.denied-networks)";
                    case TLS -> TlsFault.of(failure).text();
                    case REDIRECT -> "redirects without end";
                    default -> deepest(failure);
                };
        return new ScrapeFailure(outcome, what + " at " + target.shownUrl());
    }

    private static Outcome outcome(Throwable failure) {
        if (BoundedHttpClient.causedBy(failure, DeadlineExceeded.class)
                || BoundedHttpClient.causedBy(failure, InterruptedIOException.class)) {
            return Outcome.TIMEOUT;
        }
        if (BoundedHttpClient.causedBy(failure, AddressDenied.class)) {
            return Outcome.DENIED;
        }
        if (BoundedHttpClient.causedBy(failure, UnknownHostException.class)) {
            return Outcome.DNS;
        }
        if (BoundedHttpClient.causedBy(failure, SSLException.class)) {
            return Outcome.TLS;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RedirectException) {
                return Outcome.REDIRECT;
            }
        }
        return Outcome.CONNECT; // refused, reset, or an answer that is not HTTP/1.x
    }

    private static String deepest(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text =
                cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return text.length() > 200 ? text.substring(0, 200) : text;
    }

    private static String hint(PageException page, Target target) {
        return switch (page.outcome()) {
            case UNAUTHORIZED -> "; check metrics.tokenSecret: the token is missing or wrong";
            case FORBIDDEN ->
                    "; the token's account lacks a role for the non-resource URL "
                            + Excerpt.of(target.url().getPath());
            case HTTP_STATUS ->
                    target.kind() == SourceKind.EPP && page.getMessage().startsWith("500")
                            ? "; an endpoint picker answers so when it may not create TokenReviews"
                            : "";
            case REDIRECT -> "; only redirects to the same scheme, host and port are followed";
            default -> "";
        };
    }
}
