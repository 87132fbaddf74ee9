package dev.drover.registry.client;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.Call;
import dev.drover.registry.api.Environment;
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
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A registry of Kubeflow's REST API, versions {@code v1} and {@code v1alpha3}: the calls that
 * Drover needs and no others.
 */
final class KubeflowModelRegistry implements ModelRegistry {
    private static final String RECORDS = "/inference_services";

    private final ApiCalls calls;
    private final EntityReads reads;
    private final EntityWrites writes;

    KubeflowModelRegistry(ApiCalls calls) {
        this.calls = calls;
        this.reads = new EntityReads(calls);
        this.writes = new EntityWrites(calls, reads);
    }

    @Override
    public String id() {
        return calls.registry();
    }

    @Override
    public Answer<Model> model(String id) {
        return reads.proven(
                () ->
                        reads.get(
                                Operation.GET_MODEL,
                                "/registered_models/" + Encoded.of(id),
                                EntityJson::model,
                                model -> model.id().equals(id)));
    }

    @Override
    public Answer<Version> version(String id) {
        return reads.proven(
                () ->
                        reads.get(
                                Operation.GET_VERSION,
                                "/model_versions/" + Encoded.of(id),
                                EntityJson::version,
                                version -> version.id().equals(id)));
    }

    @Override
    public Answer<Environment> findEnvironment(String name) {
        return EntityReads.named(
                reads.get(
                        Operation.FIND_ENVIRONMENT,
                        "/serving_environment" + Encoded.query("name", name),
                        EntityJson::environment,
                        any -> true),
                environment -> environment.name().equals(name));
    }

    @Override
    public Answer<Environment> createEnvironment(String name) {
        return writes.write(
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
        return reads.get(
                Operation.GET_RECORD,
                RECORDS + "/" + Encoded.of(id),
                EntityJson::record,
                record -> record.id().equals(id));
    }

    @Override
    public Answer<RegistryRecord> findRecord(String externalId) {
        return reads.get(
                Operation.FIND_RECORD,
                "/inference_service" + Encoded.query("externalId", externalId),
                EntityJson::record,
                record -> record.externalId().equals(Optional.of(externalId)));
    }

    @Override
    public Answer<RegistryRecord> findRecord(String name, String environmentId) {
        return EntityReads.named(
                reads.get(
                        Operation.FIND_RECORD,
                        "/inference_service"
                                + Encoded.query("name", name, "parentResourceId", environmentId),
                        EntityJson::record,
                        record -> record.environment().equals(environmentId)),
                record -> record.name().equals(name));
    }

    @Override
    public Answer<RegistryRecord> create(NewRecord record) {
        return writes.write(
                RegistryCall.post(
                        id(), Operation.CREATE_RECORD, RECORDS, EntityJson.create(record)),
                EntityJson::record,
                made -> made.name().equals(record.name()));
    }

    @Override
    public Answer<RegistryRecord> patch(String id, RecordChange change) {
        return writes.write(
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
                writes.write(
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
        return reads.all(
                Operation.LIST_VERSIONS,
                "/registered_models/" + Encoded.of(modelId) + "/versions",
                "CREATE_TIME",
                "DESC",
                EntityJson::version);
    }

    @Override
    public Answer<List<Artifact>> artifacts(String versionId) {
        return reads.all(
                Operation.LIST_ARTIFACTS,
                "/model_versions/" + Encoded.of(versionId) + "/artifacts",
                "ID",
                "ASC",
                EntityJson::artifact);
    }

    @Override
    public Walk walk(Consumer<RegistryRecord> each) {
        return new RecordWalk(id(), new EntityReads(calls.patient()), calls.pageSize(), each)
                .walk();
    }

    @Override
    public Answer<Health> health() {
        return reads.health();
    }

    @Override
    public ModelRegistry reporting(Consumer<Call> listener) {
        return new KubeflowModelRegistry(calls.reporting(listener));
    }
}
