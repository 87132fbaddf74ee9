package dev.drover.registry.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Health;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.RegistryRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What reads of a registry have in common: what counts as found, as absent, as neither. */
final class EntityReads implements RecordWalk.Pages {
    /** Three answers in a row: a dead connection of its database makes two wrong ones (Q4). */
    private static final int SIGHTINGS = 3;

    private static final int MOST_PAGES = 100;

    private final ApiCalls calls;

    EntityReads(ApiCalls calls) {
        this.calls = calls;
    }

    /**
     * A read: what was asked for, its absence, or a failure.
     *
     * @param asked whether a found entity is the one that was asked for
     */
    <T> Answer<T> get(
            Operation operation, String path, Function<JsonNode, T> reader, Predicate<T> asked) {
        return calls.versioned(RegistryCall.get(calls.registry(), operation, path))
                .fold(
                        reply -> {
                            if (reply.success()) {
                                return read(operation, reply.body(), reader, asked);
                            }
                            return Meaning.saysAbsent(reply) && hasAbsence(operation)
                                    ? new Answer.Absent<>(Meaning.isAuthoritative(operation))
                                    : new Answer.Failed<>(
                                            Meaning.failure(calls.registry(), operation, reply));
                        },
                        Answer.Failed::new);
    }

    private static boolean hasAbsence(Operation operation) {
        return switch (operation) {
            case GET_MODEL, GET_VERSION, GET_RECORD, FIND_RECORD, FIND_ENVIRONMENT -> true;
            default -> false; // a list is never absent
        };
    }

    /** An absence that was seen three times, of a registry that says it is well. */
    <T> Answer<T> proven(Supplier<Answer<T>> read) {
        Answer<T> answer = null;
        for (int i = 0; i < SIGHTINGS; i++) {
            answer = read.get();
            if (!(answer instanceof Answer.Absent)) {
                return answer;
            }
        }
        return health().<Answer<T>>fold(
                        well -> new Answer.Absent<>(true),
                        absent -> new Answer.Absent<>(false),
                        Answer.Failed::new);
    }

    /** The registry takes a name for a pattern: another one that fits it is none (Q5). */
    static <T> Answer<T> named(Answer<T> answer, Predicate<T> asked) {
        return answer.value().filter(asked.negate()).isPresent()
                ? new Answer.Absent<>(true)
                : answer;
    }

    /** All entries of a list, page by page. */
    <T> Answer<List<T>> all(
            Operation operation,
            String path,
            String orderBy,
            String sortOrder,
            Function<JsonNode, T> reader) {
        List<T> items = new ArrayList<>();
        Optional<String> token = Optional.empty();
        for (int i = 0; i < MOST_PAGES; i++) {
            Answer<Page<T>> page =
                    get(
                            operation,
                            path + pageQuery(calls.pageSize(), orderBy, sortOrder, token),
                            json -> Page.read(json, reader),
                            any -> true);
            if (page.value().isEmpty()) {
                return new Answer.Failed<>(
                        page.failure().orElseGet(() -> unexpected(operation, "no such list")));
            }
            items.addAll(page.value().get().items());
            token = page.value().get().next();
            if (token.isEmpty()) {
                return new Answer.Found<>(items);
            }
        }
        return new Answer.Failed<>(unexpected(operation, "a list that does not end"));
    }

    private static String pageQuery(
            int size, String orderBy, String sortOrder, Optional<String> token) {
        String query =
                Encoded.query(
                        "pageSize",
                        String.valueOf(size),
                        "orderBy",
                        orderBy,
                        "sortOrder",
                        sortOrder);
        return query + token.map(text -> "&nextPageToken=" + Encoded.of(text)).orElse("");
    }

    @Override
    public Answer<Page<RegistryRecord>> page(boolean descending, int size, Optional<String> token) {
        return get(
                Operation.LIST_RECORDS,
                "/inference_services" + pageQuery(size, "ID", descending ? "DESC" : "ASC", token),
                json -> Page.read(json, EntityJson::record),
                any -> true);
    }

    @Override
    public Answer<Health> health() {
        return calls.unversioned(
                        RegistryCall.get(calls.registry(), Operation.HEALTH, "/readyz/health"))
                .fold(this::healthOf, Answer.Failed::new);
    }

    private Answer<Health> healthOf(RegistryReply reply) {
        if (reply.success()) {
            return new Answer.Found<>(Health.REPORTED);
        }
        if (reply.status() != 404) {
            return new Answer.Failed<>(Meaning.failure(calls.registry(), Operation.HEALTH, reply));
        }
        return page(false, 1, Optional.empty())
                .fold(
                        page -> new Answer.Found<>(Health.READABLE),
                        absent -> new Answer.Failed<>(unexpected(Operation.HEALTH, "no list")),
                        Answer.Failed::new);
    }

    /** An entity of a success, if it is of the expected shape and the one that was asked for. */
    <T> Answer<T> read(
            Operation operation,
            ObjectNode body,
            Function<JsonNode, T> reader,
            Predicate<T> asked) {
        try {
            if (body == null) {
                throw new WrongShape("no content");
            }
            T value = reader.apply(body);
            return asked.test(value)
                    ? new Answer.Found<>(value)
                    : new Answer.Failed<>(unexpected(operation, "another entity"));
        } catch (WrongShape e) {
            return new Answer.Failed<>(unexpected(operation, e.getMessage()));
        }
    }

    private Failure unexpected(Operation operation, String what) {
        return Meaning.unexpected(calls.registry(), operation, what);
    }
}
