package dev.drover.registry.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.Call;
import dev.drover.registry.api.Environment;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Health;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.ModelRegistry;
import dev.drover.registry.api.NewRecord;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RecordChange;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.ServeAction;
import dev.drover.registry.api.Version;
import dev.drover.registry.api.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A registry of Kubeflow's REST API, versions {@code v1} and {@code v1alpha3}: the calls of
 * registry.md 4.4 and no others.
 */
final class KubeflowModelRegistry implements ModelRegistry {
    /** Three answers in a row: a dead connection of its database makes two wrong ones (Q4). */
    private static final int SIGHTINGS = 3;

    private static final int MOST_PAGES = 100;
    private static final String RECORDS = "/inference_services";

    private final ApiCalls calls;

    KubeflowModelRegistry(ApiCalls calls) {
        this.calls = calls;
    }

    @Override
    public String id() {
        return calls.registry();
    }

    @Override
    public Answer<Model> model(String id) {
        return proven(
                () ->
                        get(
                                Operation.GET_MODEL,
                                "/registered_models/" + Encoded.of(id),
                                EntityJson::model,
                                model -> model.id().equals(id)));
    }

    @Override
    public Answer<Version> version(String id) {
        return proven(
                () ->
                        get(
                                Operation.GET_VERSION,
                                "/model_versions/" + Encoded.of(id),
                                EntityJson::version,
                                version -> version.id().equals(id)));
    }

    /** An absence that was seen three times, of a registry that says it is well. */
    private <T> Answer<T> proven(Supplier<Answer<T>> read) {
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

    @Override
    public Answer<Environment> findEnvironment(String name) {
        return named(
                get(
                        Operation.FIND_ENVIRONMENT,
                        "/serving_environment" + Encoded.query("name", name),
                        EntityJson::environment,
                        any -> true),
                environment -> environment.name().equals(name));
    }

    @Override
    public Answer<Environment> createEnvironment(String name) {
        return write(
                RegistryCall.post(
                        id(),
                        Operation.CREATE_ENVIRONMENT,
                        "/serving_environments",
                        EntityJson.environment(name)),
                EntityJson::environment,
                environment -> environment.name().equals(name));
    }

    @Override
    public Answer<RegistryRecord> record(String id) {
        return get(
                Operation.GET_RECORD,
                RECORDS + "/" + Encoded.of(id),
                EntityJson::record,
                record -> record.id().equals(id));
    }

    @Override
    public Answer<RegistryRecord> findRecord(String externalId) {
        return get(
                Operation.FIND_RECORD,
                "/inference_service" + Encoded.query("externalId", externalId),
                EntityJson::record,
                record -> record.externalId().equals(Optional.of(externalId)));
    }

    @Override
    public Answer<RegistryRecord> findRecord(String name, String environmentId) {
        return named(
                get(
                        Operation.FIND_RECORD,
                        "/inference_service"
                                + Encoded.query("name", name, "parentResourceId", environmentId),
                        EntityJson::record,
                        record -> record.environment().equals(environmentId)),
                record -> record.name().equals(name));
    }

    /** The registry takes a name for a pattern: another one that fits it is none (Q5). */
    private static <T> Answer<T> named(Answer<T> answer, Predicate<T> asked) {
        return answer.value().filter(asked.negate()).isPresent()
                ? new Answer.Absent<>(true)
                : answer;
    }

    @Override
    public Answer<RegistryRecord> create(NewRecord record) {
        return write(
                RegistryCall.post(
                        id(), Operation.CREATE_RECORD, RECORDS, EntityJson.create(record)),
                EntityJson::record,
                made -> made.name().equals(record.name()));
    }

    @Override
    public Answer<RegistryRecord> patch(String id, RecordChange change) {
        return write(
                RegistryCall.patch(
                        id(),
                        Operation.PATCH_RECORD,
                        RECORDS + "/" + Encoded.of(id),
                        EntityJson.change(change)),
                EntityJson::record,
                changed -> changed.id().equals(id));
    }

    @Override
    public Answer<ServeAction> addServeAction(String recordId, ServeAction action) {
        Answer<ServeAction> answer =
                write(
                        RegistryCall.post(
                                id(),
                                Operation.ADD_SERVE,
                                RECORDS + "/" + Encoded.of(recordId) + "/serves",
                                EntityJson.serve(action)),
                        json -> action,
                        any -> true);
        boolean there = answer.failure().filter(it -> it.reason() == Reason.CONFLICT).isPresent();
        return there ? new Answer.Found<>(action) : answer;
    }

    @Override
    public Answer<List<Version>> versions(String modelId) {
        return all(
                Operation.LIST_VERSIONS,
                "/registered_models/" + Encoded.of(modelId) + "/versions",
                "CREATE_TIME",
                "DESC",
                EntityJson::version);
    }

    @Override
    public Answer<List<Artifact>> artifacts(String versionId) {
        return all(
                Operation.LIST_ARTIFACTS,
                "/model_versions/" + Encoded.of(versionId) + "/artifacts",
                "ID",
                "ASC",
                EntityJson::artifact);
    }

    private <T> Answer<List<T>> all(
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
    public Walk walk(Consumer<RegistryRecord> each) {
        KubeflowModelRegistry patient = new KubeflowModelRegistry(calls.patient());
        RecordWalk.Pages pages =
                new RecordWalk.Pages() {
                    @Override
                    public Answer<Page<RegistryRecord>> page(
                            boolean descending, int size, Optional<String> token) {
                        return patient.recordPage(descending, size, token);
                    }

                    @Override
                    public Answer<Health> health() {
                        return patient.health();
                    }
                };
        return new RecordWalk(id(), pages, calls.pageSize(), each).walk();
    }

    private Answer<Page<RegistryRecord>> recordPage(
            boolean descending, int size, Optional<String> token) {
        return get(
                Operation.LIST_RECORDS,
                RECORDS + pageQuery(size, "ID", descending ? "DESC" : "ASC", token),
                json -> Page.read(json, EntityJson::record),
                any -> true);
    }

    @Override
    public Answer<Health> health() {
        return calls.unversioned(RegistryCall.get(id(), Operation.HEALTH, "/readyz/health"))
                .fold(this::healthOf, Answer.Failed::new);
    }

    private Answer<Health> healthOf(RegistryReply reply) {
        if (reply.success()) {
            return new Answer.Found<>(Health.REPORTED);
        }
        if (reply.status() != 404) {
            return new Answer.Failed<>(Meaning.failure(id(), Operation.HEALTH, reply));
        }
        return recordPage(false, 1, Optional.empty())
                .fold(
                        page -> new Answer.Found<>(Health.READABLE),
                        absent -> new Answer.Failed<>(unexpected(Operation.HEALTH, "no list")),
                        Answer.Failed::new);
    }

    @Override
    public ModelRegistry reporting(Consumer<Call> listener) {
        return new KubeflowModelRegistry(calls.reporting(listener));
    }

    /** A read: what was asked for, its absence, or a failure. */
    private <T> Answer<T> get(
            Operation operation, String path, Function<JsonNode, T> reader, Predicate<T> asked) {
        return calls.versioned(RegistryCall.get(id(), operation, path))
                .fold(
                        reply -> {
                            if (reply.success()) {
                                return read(operation, reply.body(), reader, asked);
                            }
                            return Meaning.saysAbsent(reply) && hasAbsence(operation)
                                    ? new Answer.Absent<>(Meaning.isAuthoritative(operation))
                                    : new Answer.Failed<>(Meaning.failure(id(), operation, reply));
                        },
                        Answer.Failed::new);
    }

    private static boolean hasAbsence(Operation operation) {
        return switch (operation) {
            case GET_MODEL, GET_VERSION, GET_RECORD, FIND_RECORD, FIND_ENVIRONMENT -> true;
            default -> false; // a list is never absent
        };
    }

    private <T> Answer<T> write(
            RegistryCall call, Function<JsonNode, T> reader, Predicate<T> asked) {
        Answer<T> answer =
                calls.versioned(call)
                        .fold(
                                reply ->
                                        reply.success()
                                                ? read(
                                                        call.operation(),
                                                        reply.body(),
                                                        reader,
                                                        asked)
                                                : new Answer.Failed<>(
                                                        Meaning.failure(
                                                                id(), call.operation(), reply)),
                                Answer.Failed::new);
        return answer.failure()
                .filter(it -> it.reason() == Reason.REJECTED)
                .<Answer<T>>map(it -> new Answer.Failed<>(rejected(it)))
                .orElse(answer);
    }

    /** A registry in trouble refuses what it would take otherwise. */
    private Failure rejected(Failure rejected) {
        return health() instanceof Answer.Found
                ? rejected
                : new Failure(
                        rejected.registry(),
                        rejected.operation(),
                        Reason.UNAVAILABLE,
                        rejected.code(),
                        rejected.detail(),
                        rejected.after());
    }

    private <T> Answer<T> read(
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
        return Meaning.unexpected(id(), operation, what);
    }
}
