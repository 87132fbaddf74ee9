package dev.drover.registry.settings;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a registry in the one form in which addresses are compared: scheme and host in
 * lower case, no default port, no trailing slash; nothing in it that a server, a proxy and Drover
 * could read differently. Two addresses are the same registry only when all of it is equal.
 *
 * @param scheme {@code http} or {@code https}
 * @param path empty, or with a leading slash
 */
public record BaseUrl(String scheme, String host, int port, String path) {
    /** What is accepted, for messages. */
    public static final String ACCEPTED =
            "http or https, a host, optionally a port and a plain path: https://host:8443/path";

    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final Pattern FORM =
            Pattern.compile(
                    ("(https?)://(LABEL(?:\\.LABEL)*|\\[[0-9A-Fa-f:.]{2,45}\\])(?::([0-9]{1,5}))?"
                                    + "((?:/[A-Za-z0-9._~-]+)*)/*")
                            .replace("LABEL", LABEL),
                    Pattern.CASE_INSENSITIVE);
    private static final int LONGEST = 2048;

    /**
     * The normalised form of {@code text}.
     *
     * @throws IllegalArgumentException for anything else; the text is not repeated
     */
    public static BaseUrl parse(String text) {
        return read(text)
                .orElseThrow(() -> new IllegalArgumentException("is not the URL of a registry"));
    }

    /** The normalised form of {@code text}; empty for anything else. */
    public static Optional<BaseUrl> read(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        String scheme = form.group(1).toLowerCase(Locale.ROOT);
        int port = form.group(3) == null ? usualPort(scheme) : Integer.parseInt(form.group(3));
        String path = form.group(4);
        if (port < 1 || port > 65535 || hasDotSegment(path)) {
            return Optional.empty();
        }
        return Optional.of(new BaseUrl(scheme, form.group(2).toLowerCase(Locale.ROOT), port, path));
    }

    private static boolean hasDotSegment(String path) {
        return (path + "/").contains("/./") || (path + "/").contains("/../");
    }

    private static int usualPort(String scheme) {
        return scheme.equals("https") ? 443 : 80;
    }

    public boolean encrypted() {
        return scheme.equals("https");
    }

    /** The normalised text. */
    @Override
    public String toString() {
        String shownPort = port == usualPort(scheme) ? "" : ":" + port;
        return scheme + "://" + host + shownPort + path;
    }
}
