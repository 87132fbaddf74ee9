package dev.drover.acceptance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Drover's own metrics as a page of {@code /observe/metrics} shows them, family by family. */
final class Exposition {
    private static final Pattern SERIES = Pattern.compile("([a-z_]+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, Family> families = new TreeMap<>();
    private final List<String> series = new ArrayList<>();

    /**
     * @param labels without {@code le}
     * @param bounds of the buckets of each of its series
     */
    record Family(
            String name, String type, String help, TreeSet<String> labels, TreeSet<Double> bounds) {
        static Family of(String name, String type, String help, String... labels) {
            return new Family(name, type, help, new TreeSet<>(List.of(labels)), new TreeSet<>());
        }

        /** Whether it has one series an object. */
        boolean perObject() {
            return labels.contains("model") || labels.contains("provider");
        }

        String row() {
            return "| `%s`%s | %s | %s | %s |"
                    .formatted(
                            name,
                            perObject() ? " ●" : "",
                            type,
                            labels.isEmpty() ? "–" : String.join(", ", labels),
                            help);
        }
    }

    static Exposition of(String page) {
        Exposition exposition = new Exposition();
        page.lines().filter(line -> line.startsWith("# ")).forEach(exposition::describe);
        page.lines().filter(line -> line.startsWith("drover_")).forEach(exposition::add);
        // Micrometer's largest value of a timer in the last minutes is a family of its own there
        exposition
                .families
                .keySet()
                .removeIf(name -> name.endsWith("_max") && exposition.maximum(name));
        return exposition;
    }

    private boolean maximum(String name) {
        return families.containsKey(name.substring(0, name.length() - "_max".length()));
    }

    private void describe(String line) {
        String[] words = line.split(" ", 4);
        if (!words[2].startsWith("drover_")) {
            return;
        }
        Family known = families.get(words[2]);
        boolean help = words[1].equals("HELP");
        families.put(
                words[2],
                new Family(
                        words[2],
                        help ? (known == null ? "" : known.type()) : words[3],
                        help
                                ? (words.length > 3 ? words[3].strip() : "")
                                : (known == null ? "" : known.help()),
                        new TreeSet<>(),
                        new TreeSet<>()));
    }

    private void add(String line) {
        Matcher parts = SERIES.matcher(line);
        if (!parts.matches()) {
            throw new AssertionError("no series: " + line);
        }
        Family family = family(parts.group(1));
        series.add(line.substring(0, line.lastIndexOf(' ')));
        Matcher label = LABEL.matcher(parts.group(2) == null ? "" : parts.group(2));
        while (label.find()) {
            if (!label.group(1).equals("le")) {
                family.labels().add(label.group(1));
            } else if (!label.group(2).equals("+Inf")) {
                family.bounds().add(Double.parseDouble(label.group(2)));
            }
        }
    }

    private Family family(String name) {
        Family own = families.get(name);
        return own != null ? own : families.get(name.replaceAll("_(bucket|sum|count)$", ""));
    }

    List<Family> families() {
        return List.copyOf(families.values());
    }

    /** These beside those that there are, by name; what there is counts. */
    List<Family> with(List<Family> more) {
        Map<String, Family> all = new TreeMap<>();
        more.forEach(family -> all.put(family.name(), family));
        all.putAll(families);
        return List.copyOf(all.values());
    }

    /** Name and labels of each series, as often as the page has it. */
    List<String> series() {
        return List.copyOf(series);
    }

    /** {@code name{labels}} of each family, labels sorted. */
    Map<String, List<String>> labels() {
        Map<String, List<String>> labels = new TreeMap<>();
        families.values().forEach(it -> labels.put(it.name(), List.copyOf(it.labels())));
        return labels;
    }
}
