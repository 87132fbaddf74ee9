package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code a=b,c!=d,e in (f,g),h notin (i),j,!k}. */
final class LabelSelector {
    private static final Pattern SET =
            Pattern.compile("(?<key>\\S+)\\s+(?<op>in|notin)\\s*\\((?<values>[^)]*)\\)");
    private static final Pattern EQUALITY =
            Pattern.compile("(?<key>[^=!\\s]+)\\s*(?<op>==|=|!=)\\s*(?<value>\\S*)");
    private static final Pattern PRESENCE = Pattern.compile("(?<not>!?)\\s*(?<key>[^=!\\s,()]+)");

    private LabelSelector() {}

    /** A test of {@code metadata.labels}; an empty selector takes everything. */
    static Predicate<JsonNode> parse(String selector) {
        Predicate<JsonNode> all = labels -> true;
        for (String term : terms(selector)) {
            all = all.and(term(term));
        }
        return all;
    }

    /** Splits at the commas outside parentheses. */
    private static List<String> terms(String selector) {
        List<String> terms = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= selector.length(); i++) {
            char c = i < selector.length() ? selector.charAt(i) : ',';
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && (depth == 0 || i == selector.length())) {
                terms.add(selector.substring(start, i).trim());
                start = i + 1;
            }
        }
        terms.removeIf(String::isEmpty);
        return terms;
    }

    private static Predicate<JsonNode> term(String term) {
        Matcher set = SET.matcher(term);
        if (set.matches()) {
            String key = set.group("key");
            Set<String> values =
                    Stream.of(set.group("values").split(",", -1))
                            .map(String::trim)
                            .collect(Collectors.toSet());
            return set.group("op").equals("in")
                    ? labels -> labels.has(key) && values.contains(labels.get(key).asText())
                    : labels -> !values.contains(labels.path(key).asText(null));
        }
        Matcher equality = EQUALITY.matcher(term);
        if (equality.matches()) {
            String key = equality.group("key");
            String value = equality.group("value");
            return equality.group("op").equals("!=")
                    ? labels -> !value.equals(labels.path(key).asText(null))
                    : labels -> value.equals(labels.path(key).asText(null));
        }
        Matcher presence = PRESENCE.matcher(term);
        if (presence.matches()) {
            String key = presence.group("key");
            return presence.group("not").isEmpty()
                    ? labels -> labels.has(key)
                    : labels -> !labels.has(key);
        }
        throw Failure.badRequest("unable to parse requirement: " + term);
    }
}
