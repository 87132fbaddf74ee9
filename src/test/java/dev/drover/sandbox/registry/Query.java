package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parameters of a request; of repeated ones the first counts. */
record Query(Map<String, String> parameters) {
    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2}).{0,2}");

    /**
     * Decodes the text behind the question mark.
     *
     * @throws Refused with the server's text
     */
    static Query parse(String raw) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (raw == null || raw.isEmpty()) {
            return new Query(parameters);
        }
        if (raw.contains(";")) {
            throw Refused.badRequest("invalid semicolon separator in query");
        }
        Matcher bad = BAD_ESCAPE.matcher(raw);
        if (bad.find()) {
            throw Refused.badRequest("invalid URL escape \"" + bad.group() + "\"");
        }
        for (String pair : raw.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            String name = URLDecoder.decode(parts[0], UTF_8);
            String value = parts.length == 1 ? "" : URLDecoder.decode(parts[1], UTF_8);
            if (value.indexOf('\0') >= 0) {
                throw Refused.badRequest(
                        "Invalid %s query parameter: invalid %1$s parameter: contains null bytes"
                                        .formatted(name)
                                + " which are not allowed");
            }
            parameters.putIfAbsent(name, value);
        }
        return new Query(parameters);
    }

    /** The value, empty when there is none. */
    String get(String name) {
        return parameters.getOrDefault(name, "");
    }
}
