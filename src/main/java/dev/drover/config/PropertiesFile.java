package dev.drover.config;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A properties file, with the line of each entry: {@link Properties} reads the same form, but
 * forgets the lines and lets the last of two equal keys win in silence.
 */
final class PropertiesFile {
    static final PropertiesFile EMPTY = read(Path.of(""), "");

    private final Path path;
    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    private PropertiesFile(Path path) {
        this.path = path;
    }

    static PropertiesFile read(Path path, String content) {
        PropertiesFile file = new PropertiesFile(path);
        String[] lines = content.split("\r\n|\r|\n", -1);
        for (int at = 0; at < lines.length; at++) {
            String text = lines[at].stripLeading();
            if (text.isEmpty() || text.startsWith("#") || text.startsWith("!")) {
                continue;
            }
            int first = at;
            StringBuilder entry = new StringBuilder(text);
            while (continues(lines[at]) && at + 1 < lines.length) {
                entry.append('\n').append(lines[++at]);
            }
            file.add(entry.toString(), first + 1);
        }
        return file;
    }

    List<Setting> settings() {
        return List.copyOf(settings.values());
    }

    List<Problem> problems() {
        return problems;
    }

    private void add(String entry, int line) {
        Origin origin = Origin.line(path, line);
        Properties decoded = new Properties();
        try {
            decoded.load(new StringReader(entry));
        } catch (IllegalArgumentException e) {
            problems.add(
                    new Problem(
                            Quoted.text(entry),
                            "has a broken \\u escape; accepted: \\u and four hex digits",
                            origin.text()));
            return;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
        for (String key : decoded.stringPropertyNames()) {
            Setting setting = new Setting(key, decoded.getProperty(key), origin);
            Integer earlier = lines.putIfAbsent(key, line);
            if (earlier == null) {
                settings.put(key, setting);
            } else {
                problems.add(Problem.at(setting, "is set twice, first in line " + earlier));
            }
        }
    }

    /** An odd number of backslashes at the end joins the next line. */
    private static boolean continues(String line) {
        int backslashes = 0;
        while (backslashes < line.length()
                && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }
}
