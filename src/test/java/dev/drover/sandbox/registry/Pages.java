package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/** One page of a list: size, order and where it goes on. */
record Pages(int size, ToLongFunction<Entity> sortedBy, boolean descending, long[] after) {
    private static final Set<String> ORDERS = Set.of("ID", "CREATE_TIME", "LAST_UPDATE_TIME", "");
    private static final Set<String> DIRECTIONS = Set.of("ASC", "DESC", "");

    /**
     * @param strict of v1: unknown orders are refused
     * @throws Refused with the server's text
     */
    static Pages of(Kind kind, Query query, boolean strict) {
        String order = query.get("orderBy");
        String direction = query.get("sortOrder");
        if (strict && !ORDERS.contains(order)) {
            throw Refused.badRequest(order + " is not a valid OrderByField");
        }
        if (strict && !DIRECTIONS.contains(direction)) {
            throw Refused.badRequest(direction + " is not a valid SortOrder");
        }
        return new Pages(
                size(query.get("pageSize")),
                switch (order) {
                    case "CREATE_TIME" -> Entity::created;
                    case "LAST_UPDATE_TIME" -> Entity::updated;
                    default -> Entity::id;
                },
                direction.equals("DESC"),
                after(kind, query.get("nextPageToken")));
    }

    private static int size(String text) {
        try {
            return text.isEmpty() ? 0 : GoNumbers.int32(text);
        } catch (IllegalArgumentException e) {
            throw Refused.badRequest("invalid numeric string: " + e.getMessage() + ": bad request");
        }
    }

    /** Id and sort value of the last entity of the page before; null for the first page. */
    private static long[] after(Kind kind, String token) {
        if (token.isEmpty()) {
            return null;
        }
        String[] parts;
        try {
            parts = new String(GoNumbers.base64(token), UTF_8).split(":", 2);
            if (parts.length < 2) {
                throw new IllegalArgumentException("invalid cursor format");
            }
            GoNumbers.int32(parts[0]);
        } catch (IllegalArgumentException e) {
            throw Refused.badRequest("invalid nextPageToken: " + e.getMessage() + ": bad request");
        }
        if (!parts[1].matches("-?[0-9]+")) {
            throw Refused.badRequest(
                    "error listing "
                            + kind.plural
                            + ": invalid filter query, type mismatch or invalid value in"
                            + " comparison: bad request");
        }
        return new long[] {Long.parseLong(parts[0]), Long.parseLong(parts[1])};
    }

    ObjectNode of(List<Entity> all) {
        Comparator<Entity> order = Comparator.comparingLong(sortedBy).thenComparingInt(Entity::id);
        Comparator<Entity> wanted = descending ? order.reversed() : order;
        List<Entity> rest = all.stream().filter(this::isAfter).sorted(wanted).toList();
        List<Entity> page = size > 0 && rest.size() > size ? rest.subList(0, size) : rest;
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        ArrayNode items = shown.putArray("items");
        page.forEach(entity -> items.add(entity.shown()));
        shown.put("nextPageToken", page.size() < rest.size() ? token(page) : "");
        shown.put("pageSize", size);
        shown.put("size", page.size());
        return shown;
    }

    private boolean isAfter(Entity entity) {
        if (after == null) {
            return true;
        }
        long value = sortedBy.applyAsLong(entity);
        int compared =
                value != after[1]
                        ? Long.compare(value, after[1])
                        : Long.compare(entity.id(), after[0]);
        return descending ? compared < 0 : compared > 0;
    }

    private String token(List<Entity> page) {
        Entity last = page.get(page.size() - 1);
        String text = last.id() + ":" + sortedBy.applyAsLong(last);
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
}
