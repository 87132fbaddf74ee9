package dev.drover.registry.client;

import java.util.Locale;

/** The type of a body, without its parameters. */
final class MediaType {
    private MediaType() {}

    static boolean isJson(String contentType) {
        return of(contentType).equals("application/json");
    }

    static String of(String contentType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
