package dev.drover.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The file of those who may look inside with Jolokia: lines {@code user.NAME=PASSWORD,role}. It
 * guards remote control of the JVM, so one that lets in anybody stops the start. Passwords are
 * never shown.
 */
final class JolokiaUsers {
    private static final String ACCEPTED = "accepted: a file of lines user.NAME=PASSWORD,role";
    private static final String USER = "user.";

    private JolokiaUsers() {}

    /** What is wrong with the file; empty when it can be used. */
    static Optional<String> problem(Path file) {
        Properties users = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            users.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of(file + " does not exist or cannot be read; " + ACCEPTED);
        }
        List<String> names =
                users.stringPropertyNames().stream()
                        .filter(name -> name.startsWith(USER))
                        .sorted()
                        .toList();
        if (names.isEmpty()) {
            return Optional.of(file + " names no user; " + ACCEPTED);
        }
        String open =
                names.stream()
                        .filter(name -> password(users.getProperty(name)).isEmpty())
                        .collect(Collectors.joining(", "));
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of(file + ": the password of " + open + " is empty; " + ACCEPTED);
    }

    private static String password(String value) {
        return value.split(",", 2)[0].strip();
    }
}
