package dev.drover.sandbox.registry;

import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of {@code filterQuery} that is recorded: one comparison with a quoted text. */
final class FilterQuery {
    private static final Pattern COMPARISON =
            Pattern.compile("\\s*(\\w+)\\s*(=|LIKE)\\s*(?:'([^']*)'|\"([^\"]*)\")\\s*");
    private static final Pattern HEAD = Pattern.compile("\\s*\\w+\\s*(=|LIKE)\\s*");

    private FilterQuery() {}

    static Predicate<Entity> parse(Kind kind, String text) {
        if (text.isEmpty()) {
            return entity -> true;
        }
        Matcher comparison = COMPARISON.matcher(text);
        if (!comparison.matches()) {
            throw syntaxError(text);
        }
        String field = comparison.group(1);
        String value = comparison.group(3) == null ? comparison.group(4) : comparison.group(3);
        if (field.equals("id")) {
            throw Refused.badRequest(
                    "error listing "
                            + kind.plural
                            + ": invalid filter query, type mismatch or invalid value in"
                            + " comparison: bad request");
        }
        Predicate<String> wanted =
                comparison.group(2).equals("LIKE") ? Like.pattern(value) : value::equals;
        return entity -> {
            String actual = value(entity, field);
            return actual != null && wanted.test(actual);
        };
    }

    private static String value(Entity entity, String field) {
        if (field.equals("name")) {
            return entity.name();
        }
        StoredProperty property = entity.properties().get(field);
        return property != null ? property.value().asText() : entity.fields().get(field);
    }

    private static Refused syntaxError(String text) {
        Matcher head = HEAD.matcher(text);
        int column = head.lookingAt() ? head.end() : 0;
        String token = column < text.length() ? text.substring(column, column + 1) : "";
        return Refused.badRequest(
                "invalid filter query syntax: error parsing filter query: 1:%d: unexpected token"
                                .formatted(column + 1)
                        + " \"%s\" (expected Value). Hint: String values must be quoted (e.g.,"
                                .formatted(token)
                        + " name=\"value\"). Numbers and booleans don't need quotes (e.g., id>5,"
                        + " active=true): bad request");
    }
}
