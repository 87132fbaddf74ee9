package dev.drover.weights.providers;

import dev.drover.weights.credentials.Access;
import dev.drover.weights.metrics.Excerpt;
import dev.drover.weights.metrics.SourceKind;
import java.net.URI;

/**
 * What is scraped: once, however many refs use it. Two sources with equal targets share every
 * request, so whatever makes requests differ belongs here.
 *
 * @param kind decides which families are read
 * @param url absolute, {@code http} or {@code https}, without user information and fragment
 * @param access token and TLS settings, by the names of their Secrets
 */
public record Target(SourceKind kind, URI url, Access access) {
    /** Without token and TLS settings. */
    public Target(SourceKind kind, URI url) {
        this(kind, url, Access.NONE);
    }

    /** The URL as it may stand in logs, Events and on the page: a query may hold a token. */
    public String shownUrl() {
        String text = url.toString();
        int query = text.indexOf('?');
        return Excerpt.of(query < 0 ? text : text.substring(0, query) + "?...");
    }

    @Override
    public String toString() {
        return kind.label() + " " + shownUrl();
    }
}
