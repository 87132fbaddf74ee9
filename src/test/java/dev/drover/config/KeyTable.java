package dev.drover.config;

import java.util.stream.Collectors;

/** The table of the manual, made from the keys. */
final class KeyTable {
    private KeyTable() {}

    static String of(Schema schema) {
        return schema.keys().stream()
                .map(KeyTable::row)
                .collect(
                        Collectors.joining(
                                "\n",
                                """
                                | key | type | default | accepted | live | meaning |
                                |---|---|---|---|---|---|
                                """,
                                "\n"));
    }

    private static String row(Key<?> key) {
        return String.format(
                "| `%s` | %s | %s | %s | %s | %s |",
                key.name() + (key.isFamily() && !key.name().contains("<id>") ? ".<name>" : ""),
                key.type().name(),
                byDefault(key),
                key.type().accepted(),
                key.isLive() ? "yes" : "no",
                key.meaning());
    }

    private static String byDefault(Key<?> key) {
        String text = key.defaultText();
        if (text.isEmpty()) {
            return "–";
        }
        // a default that is a sentence brings its own marks
        return text.contains("`") ? text : "`" + text + "`";
    }
}
