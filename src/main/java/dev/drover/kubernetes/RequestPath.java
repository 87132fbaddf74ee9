package dev.drover.kubernetes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Builds the path and query of a request. Names and selectors are data, so they are escaped. */
final class RequestPath {
    private final StringBuilder path;
    private char separator = '?';

    RequestPath(String start) {
        this.path = new StringBuilder(start);
    }

    /** Appends one segment; null or empty appends nothing. */
    RequestPath segment(String name) {
        if (name != null && !name.isEmpty()) {
            path.append('/').append(escaped(name));
        }
        return this;
    }

    /** Appends a parameter; null or empty appends nothing. */
    RequestPath query(String name, String value) {
        if (value != null && !value.isEmpty()) {
            path.append(separator).append(name).append('=').append(escaped(value));
            separator = '&';
        }
        return this;
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
