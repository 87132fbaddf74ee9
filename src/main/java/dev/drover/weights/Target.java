package dev.drover.weights;

import dev.drover.weights.credentials.Access;
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

    /** As it may stand in logs, Events and on the page. */
    @Override
    public String toString() {
        return kind.label() + " " + url;
    }
}
