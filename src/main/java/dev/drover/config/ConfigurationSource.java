package dev.drover.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/** The file and the environment, read anew each time. */
final class ConfigurationSource {
    private final Schema schema;
    private final Map<String, String> environment;
    private final Path file;
    private final boolean required;

    ConfigurationSource(Schema schema, Map<String, String> environment) {
        this(schema, environment, Configuration.DEFAULT_FILE);
    }

    ConfigurationSource(Schema schema, Map<String, String> environment, Path defaultFile) {
        String named = environment.getOrDefault(Environment.FILE, "");
        this.schema = schema;
        this.environment = Map.copyOf(environment);
        this.required = !named.isBlank();
        this.file = required ? Path.of(named) : defaultFile;
    }

    Path file() {
        return file;
    }

    /** What the file contains; an absent one that may be absent is empty. */
    FileContent content() {
        try {
            return FileContent.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return FileContent.ABSENT;
        } catch (IOException e) {
            return FileContent.unreadable(e.toString());
        }
    }

    boolean required() {
        return required;
    }

    /**
     * @param needed whether the absence of the file is a problem
     */
    Resolution resolve(FileContent content, boolean needed) {
        Resolution resolution =
                new Resolution(
                        schema,
                        PropertiesFile.read(
                                file, new String(content.bytes(), StandardCharsets.UTF_8)),
                        environment);
        content.problem(needed)
                .ifPresent(text -> resolution.problems().add(0, new Problem("" + file, text, "")));
        return resolution;
    }
}
