package dev.drover.registry.client;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Text within a URL: everything but unreserved characters is percent-encoded, once. */
final class Encoded {
    private static final String UNRESERVED = "-._~";

    private Encoded() {}

    static String of(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain =
                    c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0);
            encoded.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
        }
        return encoded.toString();
    }

    /** {@code ?name=value&name=value} of names and values in turn. */
    static String query(String... namesAndValues) {
        StringBuilder query = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            query.append(i == 0 ? '?' : '&')
                    .append(namesAndValues[i])
                    .append('=')
                    .append(of(namesAndValues[i + 1]));
        }
        return query.toString();
    }
}
