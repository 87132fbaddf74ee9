package dev.drover.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Texts that a Drover was given and that nobody may read anywhere. Thread-safe. */
final class Secrets {
    /** Shorter ones would be found by chance. */
    private static final int SHORTEST = 8;

    /** A part of a secret is a leak, too; of this length it is no chance. */
    private static final int TELLING = 20;

    private static final Pattern IN_KUBECONFIG = Pattern.compile("token: *\"?([^\"}\\s]+)");

    private final Set<String> parts = ConcurrentHashMap.newKeySet();

    /** What the environment of a process hands it: tokens in its kubeconfig, files of tokens. */
    static Secrets of(Map<String, String> environment) throws IOException {
        Secrets secrets = new Secrets();
        Matcher token =
                IN_KUBECONFIG.matcher(Files.readString(Path.of(environment.get("KUBECONFIG"))));
        while (token.find()) {
            secrets.add(token.group(1));
        }
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            if (variable.getKey().endsWith("TOKEN_FILE")) {
                secrets.add(Files.readString(Path.of(variable.getValue())));
            }
        }
        return secrets;
    }

    /** A password or a token. Of a JWT the first part is no secret and is the same in all. */
    Secrets add(String secret) {
        String text = secret.strip();
        String[] jwt = text.split("\\.", -1);
        boolean signed = jwt.length == 3 && text.startsWith("eyJ");
        Stream.of(signed ? new String[] {jwt[1], jwt[2]} : new String[] {text})
                .filter(part -> part.length() >= SHORTEST)
                .flatMap(Secrets::ends)
                .forEach(parts::add);
        return this;
    }

    private static Stream<String> ends(String part) {
        int length = Math.min(part.length(), TELLING);
        return Stream.of(part.substring(0, length), part.substring(part.length() - length));
    }

    Secrets addAll(Secrets others) {
        parts.addAll(others.parts);
        return this;
    }

    /**
     * Fails with the places and lines where one of them stands.
     *
     * @param shown text by the name of the place where it is shown
     */
    void assertNotIn(Map<String, String> shown) {
        Set<String> leaks = new TreeSet<>();
        shown.forEach(
                (place, text) ->
                        text.lines()
                                .filter(this::holdsOne)
                                .forEach(line -> leaks.add(place + ": " + line)));
        if (!leaks.isEmpty()) {
            throw new AssertionError(
                    "secrets are shown:\n"
                            + String.join(
                                    "\n",
                                    List.copyOf(leaks).subList(0, Math.min(5, leaks.size()))));
        }
    }

    private boolean holdsOne(String line) {
        return parts.stream().anyMatch(line::contains);
    }
}
