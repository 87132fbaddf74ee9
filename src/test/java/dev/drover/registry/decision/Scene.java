package dev.drover.registry.decision;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.drover.intents.Intent;
import dev.drover.intents.Ledger;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Environment;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Health;
import dev.drover.registry.api.LifeState;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Property;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.Version;
import dev.drover.registry.mapping.OwnProperties;
import dev.drover.registry.mapping.WantedRecord;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.settings.RegistryKeys;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * {@code ml/iris} of uid {@code u}, a registry {@code ml} that holds what the test puts into it,
 * and the decision that follows, with every read that it asked for.
 */
final class Scene {
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    static final String DOMAIN = "modelregistry.opendatahub.io/";

    final Map<String, RegistryRecord> records = new LinkedHashMap<>();
    final Map<String, RegistryRecord> elsewhere = new LinkedHashMap<>();
    final Map<String, String> labels = new HashMap<>();
    final Map<String, String> annotations = new HashMap<>();
    final List<String> finalizers = new ArrayList<>();
    final List<Read<?>> asked = new ArrayList<>();
    final List<KnownRecord> view = new ArrayList<>();
    final List<KnownRecord> orphans = new ArrayList<>();
    final Map<String, String> keys = new HashMap<>();
    final Map<String, Object> status = new LinkedHashMap<>();
    final Map<String, Object> model =
            new HashMap<>(Map.of("modelFormat", Map.of("name", "sklearn")));
    final List<Artifact> artifacts = new ArrayList<>(List.of(artifact("s3://b/m", "onnx", "", "")));
    LifeState versionState = LifeState.LIVE;
    Presence.State namespace = Presence.State.PRESENT;
    Predicate<Read<?>> failing = read -> false;
    Reason reason = Reason.UNAVAILABLE;
    String code = "503";
    Resolution resolution = Resolution.of("ml");
    Memory memory = Memory.empty();
    Optional<DeployRequest> request = Optional.empty();
    Optional<Ledger.Failure> refusal = Optional.empty();
    Optional<Boolean> archivedKnown = Optional.empty();
    Turn linkTurn = Turn.NOW;
    Turn deployTurn = Turn.NOW;
    Presence live = new Presence(Presence.State.ABSENT, "");
    LifeState modelState = LifeState.LIVE;
    String deletedAt;
    boolean gone;
    boolean exists = true;
    boolean referencesDue;
    Optional<String> cluster = Optional.of("c1");
    long nowNanos = Duration.ofHours(1).toNanos();
    String name = "iris";

    Scene label(String key, String value) {
        labels.put(DOMAIN + key, value);
        return this;
    }

    Scene model(String id) {
        return label("registered-model-id", id);
    }

    Scene version(String id) {
        return label("model-version-id", id);
    }

    Scene link(String id) {
        return label("inference-service-id", id);
    }

    /** A record as Drover makes it; state and properties are right. */
    RegistryRecord own(String id, String model, String version) {
        RegistryRecord record =
                new RegistryRecord(
                        id,
                        "iris/u",
                        Optional.of("kserve-isvc:u:" + model),
                        "3",
                        model,
                        Optional.ofNullable(version),
                        Optional.empty(),
                        DesiredState.DEPLOYED,
                        wanted().over(Map.of("theirs", new Property.Foreign("{\"d\":1}"))));
        records.put(id, record);
        return record;
    }

    OwnProperties wanted() {
        return WantedRecord.of(workload(), Optional.of("c1"), DesiredState.DEPLOYED).properties();
    }

    /** The record with another external ID, as another client may have made it. */
    RegistryRecord identified(RegistryRecord record, String externalId) {
        RegistryRecord other =
                new RegistryRecord(
                        record.id(),
                        record.name(),
                        Optional.ofNullable(externalId),
                        record.environment(),
                        record.model(),
                        record.version(),
                        record.runtime(),
                        record.state(),
                        record.properties());
        records.put(record.id(), other);
        return other;
    }

    RegistryRecord with(RegistryRecord record, DesiredState state) {
        RegistryRecord other =
                new RegistryRecord(
                        record.id(),
                        record.name(),
                        record.externalId(),
                        record.environment(),
                        record.model(),
                        record.version(),
                        record.runtime(),
                        state,
                        record.properties());
        records.put(record.id(), other);
        return other;
    }

    RegistryRecord with(RegistryRecord record, Map<String, Property> properties) {
        RegistryRecord other =
                new RegistryRecord(
                        record.id(),
                        record.name(),
                        record.externalId(),
                        record.environment(),
                        record.model(),
                        record.version(),
                        record.runtime(),
                        record.state(),
                        properties);
        records.put(record.id(), other);
        return other;
    }

    Workload workload() {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion("serving.kserve.io/v1beta1");
        object.setKind("InferenceService");
        object.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace("ml")
                        .withName(name)
                        .withUid("u")
                        .withResourceVersion("7")
                        .withGeneration(1L)
                        .withCreationTimestamp("2026-11-30T11:00:00Z")
                        .withDeletionTimestamp(deletedAt)
                        .withLabels(labels)
                        .withAnnotations(annotations)
                        .withFinalizers(finalizers)
                        .build());
        object.setAdditionalProperty("spec", Map.of("predictor", Map.of("model", model)));
        object.setAdditionalProperty("status", status);
        return Workload.of(WorkloadKind.INFERENCE_SERVICE, object);
    }

    Scene ready() {
        status.put("conditions", List.of(Map.of("type", "Ready", "status", "True")));
        return this;
    }

    Situation situation() {
        Map<String, String> variables = new HashMap<>();
        keys.forEach((key, value) -> variables.put("DROVER_REGISTRY_" + key, value));
        return new Situation(
                WorkloadKind.INFERENCE_SERVICE,
                new ObjectKey("ml", name),
                exists ? Optional.of(workload()) : Optional.empty(),
                gone || !exists,
                resolution,
                view,
                orphans,
                request,
                archivedKnown,
                referencesDue,
                memory,
                refusal,
                RegistryConfiguration.of(RegistryKeys.SCHEMA.values(variables)),
                cluster,
                NOW,
                nowNanos);
    }

    /** The decision, once it has asked for all it wanted. */
    Decision decide() {
        asked.clear();
        Answers answers = Answers.none();
        Situation situation = situation();
        for (int i = 0; i < 20; i++) {
            Step step = Reconciliation.step(situation, answers);
            if (step.decision().isPresent()) {
                return step.decision().get();
            }
            Read<?> read = step.wanted().orElseThrow();
            asked.add(read);
            answers = answers.having(read, answer(read));
        }
        throw new AssertionError("asks for ever: " + asked);
    }

    /** Names of the intents. */
    List<String> intents() {
        return decide().intents().stream().map(Intent::name).toList();
    }

    static List<RegistryWrite> writes(Decision decision) {
        return decision.intents().stream()
                .filter(Intent.Call.class::isInstance)
                .map(it -> (RegistryWrite) ((POJONode) it.document().get("write")).getPojo())
                .toList();
    }

    static List<RegistryWrite.PatchRecord> patches(Decision decision) {
        return writes(decision).stream()
                .filter(RegistryWrite.PatchRecord.class::isInstance)
                .map(RegistryWrite.PatchRecord.class::cast)
                .toList();
    }

    /** LIVE; what is empty is not set. */
    static Artifact artifact(String uri, String format, String storageKey, String storagePath) {
        return new Artifact(
                "9",
                true,
                LifeState.LIVE,
                set(uri),
                set(format),
                Optional.empty(),
                set(storageKey),
                set(storagePath));
    }

    private static Optional<String> set(String value) {
        return Optional.of(value).filter(it -> !it.isEmpty());
    }

    private Answer<?> answer(Read<?> read) {
        if (failing.test(read)) {
            return new Answer.Failed<>(
                    new Failure(
                            "ml", Operation.GET_RECORD, reason, code, "away", Optional.empty()));
        }
        if (read instanceof Read.EnvironmentNamed it) {
            return records.isEmpty()
                    ? new Answer.Absent<>(true)
                    : new Answer.Found<>(new Environment("3", it.name()));
        }
        if (read instanceof Read.RecordWithId it) {
            Map<String, RegistryRecord> there = it.registry().equals("ml") ? records : elsewhere;
            return there.containsKey(it.id())
                    ? new Answer.Found<>(there.get(it.id()))
                    : new Answer.Absent<>(false);
        }
        if (read instanceof Read.RecordIdentifiedBy it) {
            return first(record -> record.externalId().equals(Optional.of(it.externalId())));
        }
        if (read instanceof Read.RecordNamed it) {
            return first(
                    record ->
                            record.name().equals(it.name())
                                    && record.environment().equals(it.environment()));
        }
        if (read instanceof Read.ModelWithId it) {
            return it.id().equals("404")
                    ? new Answer.Absent<>(true)
                    : new Answer.Found<>(new Model(it.id(), "m", modelState));
        }
        if (read instanceof Read.VersionWithId it) {
            // version n of model m is called n0m
            return it.id().equals("404")
                    ? new Answer.Absent<>(true)
                    : new Answer.Found<>(
                            new Version(
                                    it.id(),
                                    "v",
                                    it.id().substring(it.id().length() - 1),
                                    versionState));
        }
        if (read instanceof Read.VersionsOf it) {
            return new Answer.Found<>(
                    List.of(new Version("20" + it.model(), "v", it.model(), versionState)));
        }
        if (read instanceof Read.ArtifactsOf) {
            return new Answer.Found<>(List.copyOf(artifacts));
        }
        if (read instanceof Read.HealthOf) {
            return new Answer.Found<>(Health.REPORTED);
        }
        if (read instanceof Read.LinkTurn) {
            return new Answer.Found<>(linkTurn);
        }
        if (read instanceof Read.DeployTurn) {
            return new Answer.Found<>(deployTurn);
        }
        if (read instanceof Read.NamespaceNamed) {
            return new Answer.Found<>(new Presence(namespace, "n"));
        }
        return new Answer.Found<>(live);
    }

    private Answer<RegistryRecord> first(Predicate<RegistryRecord> wanted) {
        return records.values().stream()
                .filter(wanted)
                .findFirst()
                .<Answer<RegistryRecord>>map(Answer.Found::new)
                .orElseGet(() -> new Answer.Absent<>(true));
    }

    /** A record that asks for {@code ml/iris}. */
    RegistryRecord asking(String id, DesiredState state) {
        RegistryRecord record =
                new RegistryRecord(
                        id,
                        name,
                        Optional.empty(),
                        "3",
                        "1",
                        Optional.of("201"),
                        Optional.empty(),
                        state,
                        Map.of("deployFrom", new Property.Text("registry")));
        records.put(id, record);
        keys.put("DEPLOY", "on");
        keys.put("DEPLOY_NAMESPACES", "ml");
        request =
                Optional.of(
                        new DeployRequest(
                                new KnownRecord("ml", record),
                                Optional.empty(),
                                state == DesiredState.UNDEPLOYED,
                                JsonNodeFactory.instance.objectNode(),
                                List.of()));
        return record;
    }

    /** {@code ml/iris} as it was made of that record. */
    Scene deployed(String id) {
        annotations.put(Workload.DEPLOYED_FROM, "ml/" + id);
        labels.put("app.kubernetes.io/managed-by", "drover");
        return model("1").version("201").link(id).label("name", "ml");
    }

    /** As {@link #deployed}, and nobody has changed it. */
    Scene untouched(String id) {
        model.putAll(Map.of("modelFormat", Map.of("name", "onnx"), "storageUri", "s3://b/m"));
        return deployed(id);
    }
}
