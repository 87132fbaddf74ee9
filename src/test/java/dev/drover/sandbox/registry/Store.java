package dev.drover.sandbox.registry;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The entities and their ids: one sequence for models, versions, environments and records, one for
 * artifacts, one for serve actions. Used by the server's thread only.
 */
final class Store {
    private static final int LONGEST = 255;
    private static final long BEGINNING = 1_796_027_930_000L;

    private final Database database;
    private final Map<Kind.Table, TreeMap<Integer, Entity>> tables =
            new EnumMap<>(Kind.Table.class);
    private final Map<Kind.Table, Integer> sequences = new EnumMap<>(Kind.Table.class);
    private long now = BEGINNING;
    private boolean frozen;

    Store(Database database) {
        this.database = database;
        clear();
    }

    /** Installed anew: everything is gone and ids start at 1. */
    void clear() {
        for (Kind.Table table : Kind.Table.values()) {
            tables.put(table, new TreeMap<>());
            sequences.put(table, 0);
        }
    }

    /** While it is frozen nothing can be read or written. */
    void freeze(boolean on) {
        frozen = on;
    }

    private void reach() {
        if (frozen) {
            throw new Frozen();
        }
    }

    Optional<Entity> get(Kind kind, int id) {
        reach();
        return database.reads() ? peek(kind, id) : Optional.empty();
    }

    /** Without asking the database whether it is well. */
    Optional<Entity> peek(Kind kind, int id) {
        return Optional.ofNullable(tables.get(kind.table).get(id))
                .filter(entity -> entity.kind() == kind);
    }

    List<Entity> list(Kind kind, Predicate<Entity> filter) {
        reach();
        database.list(kind);
        return peek(kind, filter);
    }

    List<Entity> peek(Kind kind, Predicate<Entity> filter) {
        return tables.get(kind.table).values().stream()
                .filter(entity -> entity.kind() == kind)
                .filter(filter)
                .toList();
    }

    /** Stores a new entity under the next id; a conflict uses one up. */
    Entity insert(Entity entity) {
        reach();
        database.write(entity.kind(), "INSERT");
        checkLengths(entity);
        int id = sequences.merge(entity.kind().table, 1, Integer::sum);
        checkUnique(entity, 0);
        checkKeys(entity);
        Entity stored = entity.numbered(id, ++now);
        tables.get(entity.kind().table).put(id, stored);
        return stored;
    }

    Entity update(Entity entity) {
        reach();
        database.write(entity.kind(), "UPDATE");
        checkLengths(entity);
        checkUnique(entity, entity.id());
        checkKeys(entity);
        Entity stored = entity.at(++now);
        tables.get(entity.kind().table).put(entity.id(), stored);
        return stored;
    }

    /** As somebody with access to the database does it: no checks, no new time. */
    void replace(Entity entity) {
        tables.get(entity.kind().table).put(entity.id(), entity);
    }

    void remove(Kind kind, int id) {
        tables.get(kind.table).remove(id);
    }

    void skipIds(int count) {
        sequences.merge(Kind.Table.CONTEXT, count, Integer::sum);
    }

    private void checkUnique(Entity entity, int self) {
        String name = entity.kind() == Kind.ARTIFACT ? null : entity.storedName();
        boolean taken =
                tables.get(entity.kind().table).values().stream()
                        .filter(other -> other.id() != self)
                        .anyMatch(
                                other ->
                                        other.kind() == entity.kind()
                                                        && other.storedName().equals(name)
                                                || entity.externalId() != null
                                                        && entity.externalId()
                                                                .equals(other.externalId()));
        if (taken) {
            throw new Refused(
                    409,
                    "%s with name %s already exists: conflict"
                            .formatted(entity.kind().singular, entity.conflictName()));
        }
    }

    private static void checkLengths(Entity entity) {
        String externalId = entity.externalId() == null ? "" : entity.externalId();
        if (tooLong(entity.storedName()) || tooLong(externalId)) {
            throw tooLongFor("error saving " + entity.kind().singular);
        }
    }

    private static void checkKeys(Entity entity) {
        for (String key : entity.properties().keySet()) {
            if (tooLong(key)) {
                throw tooLongFor("error creating property " + key);
            }
        }
    }

    private static boolean tooLong(String text) {
        return text.codePointCount(0, text.length()) > LONGEST;
    }

    private static Refused tooLongFor(String where) {
        return new Refused(
                500,
                where
                        + ": ERROR: value too long for type character varying(255)"
                        + " (SQLSTATE 22001)");
    }
}
