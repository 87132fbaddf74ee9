package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code metadata.name=a,metadata.namespace!=b}; built-in kinds may be selected by any scalar field
 * (the real server knows a fixed list for each), custom ones by these two only.
 */
final class FieldSelector {
    private static final Pattern TERM =
            Pattern.compile("(?<path>[\\w.]+)(?<op>==|=|!=)(?<value>.*)");

    private FieldSelector() {}

    static Predicate<JsonNode> parse(String selector, Kind kind) {
        Predicate<JsonNode> all = object -> true;
        for (String term : selector.split(",", -1)) {
            if (!term.isBlank()) {
                all = all.and(term(term.trim(), kind));
            }
        }
        return all;
    }

    private static Predicate<JsonNode> term(String term, Kind kind) {
        Matcher matcher = TERM.matcher(term);
        if (!matcher.matches()) {
            throw Failure.badRequest("invalid selector: '" + term + "'; can't understand it");
        }
        String path = matcher.group("path");
        if (kind.custom() && !path.equals("metadata.name") && !path.equals("metadata.namespace")) {
            throw Failure.badRequest("field label not supported: " + path);
        }
        String pointer = "/" + path.replace('.', '/');
        String value = matcher.group("value");
        return matcher.group("op").equals("!=")
                ? object -> !value.equals(object.at(pointer).asText())
                : object -> value.equals(object.at(pointer).asText());
    }
}
