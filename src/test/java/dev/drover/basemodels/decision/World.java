package dev.drover.basemodels.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.objects.AgentStatus;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.Claim;
import dev.drover.basemodels.objects.ClaimUser;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.objects.StorageClass;
import dev.drover.basemodels.objects.WarningEvent;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.intents.Intent;
import dev.drover.intents.Ledger;
import dev.drover.intents.Notice;
import dev.drover.intents.Outcome;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A cluster small enough to reason about: one model, its claim, Jobs, Pods and a ConfigMap as JSON.
 * It takes intents as an API server would (preconditions, generation, resourceVersion, status apart
 * from spec), keeps the ledger as the act route does, and has a clock that only tests move.
 */
final class World {
    static final ObjectMapper JSON = new ObjectMapper();

    final ObjectNode model;
    final Map<ObjectKey, ObjectNode> jobs = new LinkedHashMap<>();
    final Map<ObjectKey, ObjectNode> pods = new LinkedHashMap<>();
    final List<String> created = new ArrayList<>();
    final List<String> requests = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    final Map<String, Refused> refusals = new LinkedHashMap<>();
    final Map<String, WarningEvent> warnings = new LinkedHashMap<>();
    final List<ClaimUser> users = new ArrayList<>();
    final List<LiveRead> reads = new ArrayList<>();
    ObjectNode claim;
    ObjectNode storageClass;
    ObjectNode configMap;

    /** Drover dies right before this request (counted from 0); -1 = never. */
    int dieBefore = -1;

    boolean gone;
    boolean modelRemoved;
    boolean conditionsSupported = true;
    boolean classesReadable = true;
    boolean cached = true;
    Set<String> namespaces = Set.of();
    BasemodelsConfiguration settings = Settings.defaults();
    Memory memory = Memory.NONE;
    Ledger.Entry ledger = Ledger.Entry.empty("");
    Instant now = Instant.parse("2026-11-30T10:00:00Z");
    long nanos = 1_000_000_000_000L;
    private int version = 100;

    /** How the API server refuses an intent of a name. */
    record Refused(Outcome outcome, int code, String message) {}

    private final JobManagement management = new JobManagement();

    private World(ObjectNode model) {
        this.model = model;
    }

    static World baseModel(String uri) {
        return of("BaseModel", "llama-demo", "llama-3-2-1b-instruct", uri);
    }

    static World clusterBaseModel(String uri) {
        return of("ClusterBaseModel", null, "shared.llama", uri);
    }

    /** The names and UIDs of the spec's examples. */
    static World of(String kind, String namespace, String name, String uri) {
        ObjectNode model = JSON.createObjectNode();
        model.put("apiVersion", "ome.io/v1beta1").put("kind", kind);
        ObjectNode metadata = model.putObject("metadata").put("name", name);
        if (namespace != null) {
            metadata.put("namespace", namespace);
        }
        metadata.put("uid", "6b0f2a3e-1c52-4d3f-9f5a-0c1d2e3f4a5b");
        metadata.put("generation", 1).put("resourceVersion", "100");
        ObjectNode spec = model.putObject("spec");
        if (uri != null) {
            spec.putObject("storage").put("storageUri", uri);
        }
        return new World(model);
    }

    /** The claim of the spec's examples, in the namespace of the model or {@code models}. */
    World withClaim(String namespace, String name, String phase) {
        claim =
                JSON.createObjectNode()
                        .put("apiVersion", "v1")
                        .put("kind", "PersistentVolumeClaim");
        claim.putObject("metadata")
                .put("namespace", namespace)
                .put("name", name)
                .put("uid", "0d9c8b7a-6655-4433-2211-00ffeeddccbb")
                .put("resourceVersion", "7")
                .put("creationTimestamp", now.minusSeconds(3600).toString());
        claim.putObject("spec").putArray("accessModes").add("ReadWriteMany");
        ((ObjectNode) claim.get("spec")).put("storageClassName", "fast");
        ObjectNode status = claim.putObject("status");
        status.put("phase", phase);
        if (phase.equals("Bound")) {
            ((ObjectNode) claim.get("spec")).put("volumeName", "pv-1");
            status.putObject("capacity").put("storage", "10Gi");
        }
        return withClass("Immediate");
    }

    World withClass(String bindingMode) {
        storageClass =
                JSON.createObjectNode()
                        .put("apiVersion", "storage.k8s.io/v1")
                        .put("kind", "StorageClass")
                        .put("volumeBindingMode", bindingMode);
        storageClass.putObject("metadata").put("name", "fast");
        return this;
    }

    static World onBoundClaim() {
        return baseModel("pvc://model-storage/llama-3-2-1b-instruct")
                .withClaim("llama-demo", "model-storage", "Bound");
    }

    // ---- looking

    static GenericKubernetesResource resource(JsonNode json) {
        return JSON.convertValue(json, GenericKubernetesResource.class);
    }

    BaseModel seen() {
        return BaseModel.of(resource(model));
    }

    Inputs inputs() {
        return new Inputs(
                seen(),
                gone,
                Optional.ofNullable(claim).map(it -> Claim.of(resource(it))).filter(this::named),
                Optional.ofNullable(storageClass).map(it -> StorageClass.of(resource(it))),
                classesReadable,
                cached
                        ? jobs.values().stream()
                                .map(it -> MetadataJob.of(resource(it)))
                                .filter(this::visible)
                                .toList()
                        : List.of(),
                pods.values().stream().map(it -> JobPod.of(resource(it))).toList(),
                Optional.ofNullable(configMap).map(it -> AgentStatus.of(resource(it))),
                Learnt.NOTHING,
                conditionsSupported,
                settings,
                namespaces,
                ledger,
                memory,
                now,
                nanos);
    }

    private boolean named(Claim it) {
        return seen().source().uri().filter(uri -> uri.claim().equals(it.key())).isPresent();
    }

    private boolean visible(MetadataJob job) {
        String uid = seen().uid();
        if (!job.labels().containsKey("models.ome/model-scope")) {
            return false; // the watch selects on it
        }
        return uid.equals(job.labels().get("drover.dev/model-uid")) || job.controlledBy(uid);
    }

    /** Answers live reads until there are no more, as the reconcile route does. */
    Inputs informed() {
        Inputs inputs = inputs();
        for (int round = 0; round < 5; round++) {
            Set<LiveRead> open = management.reads(inputs);
            if (open.isEmpty()) {
                return inputs;
            }
            Learnt learnt = inputs.learnt();
            for (LiveRead read : open) {
                reads.add(read);
                learnt = answered(learnt, read);
            }
            inputs = inputs.with(learnt);
        }
        throw new AssertionError("live reads never end: " + management.reads(inputs));
    }

    private Learnt answered(Learnt learnt, LiveRead read) {
        if (read instanceof LiveRead.Events events) {
            return learnt.with(events, Optional.ofNullable(warnings.get(events.uid())));
        }
        if (read instanceof LiveRead.ClaimUsers claimUsers) {
            return learnt.with(claimUsers, users);
        }
        return learnt.with((LiveRead.JobPods) read, List.of());
    }

    Decision decide() {
        return management.decide(informed());
    }

    // ---- acting

    /** One pass: decide, and write what was decided. */
    Decision pass() {
        return pass(Integer.MAX_VALUE);
    }

    /** A pass that dies after so many intents. */
    Decision pass(int intents) {
        String decisionVersion = model.at("/metadata/resourceVersion").asText();
        Decision decision = decide();
        memory = decision.memory();
        decision.notices().forEach(this::happened);
        int left = intents;
        Map<String, JsonNode> answers = new LinkedHashMap<>();
        for (Intent intent : decision.intents()) {
            if (requests.size() == dieBefore) {
                dieBefore = -1;
                restarted();
                return decision;
            }
            if (left-- == 0 || !run(intent, answers, decisionVersion)) {
                return decision;
            }
        }
        return decision;
    }

    /** Passes until nothing is written any more; returns the names of all intents in order. */
    List<String> settle() {
        int from = requests.size();
        for (int pass = 0; pass < 20; pass++) {
            if (pass().intents().isEmpty()) {
                return List.copyOf(requests.subList(from, requests.size()));
            }
        }
        throw new AssertionError("never quiet: " + requests.subList(from, requests.size()));
    }

    private boolean run(Intent intent, Map<String, JsonNode> answers, String decidedOn) {
        requests.add(intent.name());
        Refused refused = refusals.get(intent.name());
        if (refused != null) {
            failed(intent, refused, null);
            return false;
        }
        JsonNode answer;
        if (intent instanceof Intent.Create create) {
            answer = create(create);
            if (answer == null) {
                return false;
            }
        } else if (intent instanceof Intent.MergePatch patch) {
            answer = patch(patch, resolved(patch.patch(), answers), decidedOn);
        } else {
            delete((Intent.Delete) intent);
            answer = JSON.createObjectNode();
        }
        answers.put(intent.name(), answer);
        written(intent);
        intent.account().notice().ifPresent(this::happened);
        return true;
    }

    private void happened(Notice notice) {
        events.add(notice.reason());
    }

    private JsonNode create(Intent.Create create) {
        if (!create.resource().equals("batch/v1/jobs")) {
            return create.object();
        }
        ObjectNode existing = jobs.get(create.target());
        if (existing != null) {
            failed(
                    create,
                    new Refused(Outcome.EXISTS, 409, "exists already"),
                    existing.get("metadata"));
            return null;
        }
        ObjectNode job = create.object().deepCopy();
        metadata(job)
                .put("uid", "job-" + create.target().name())
                .put("resourceVersion", next())
                .put("creationTimestamp", now.truncatedTo(ChronoUnit.SECONDS).toString());
        jobs.put(create.target(), job);
        created.add(create.target().name());
        return job;
    }

    private JsonNode patch(Intent.MergePatch patch, JsonNode document, String decidedOn) {
        boolean ofModel = !patch.resource().equals("batch/v1/jobs");
        ObjectNode target = ofModel ? model : jobs.get(patch.target());
        String expected = document.at("/metadata/resourceVersion").asText();
        if (ofModel && !expected.equals(decidedOn)) {
            throw new AssertionError(
                    patch.name() + " is not bound to the version decided upon: " + expected);
        }
        ObjectNode change = document.deepCopy();
        metadata(change).remove("resourceVersion");
        JsonNode before = target.deepCopy();
        if (patch.subresource().equals("status")) {
            merge(target, JSON.createObjectNode().set("status", change.get("status")));
            if (!target.at("/status/state").isTextual()) {
                throw new AssertionError("422: status.state: Required value");
            }
        } else {
            change.remove("status");
            merge(target, change);
        }
        if (!before.path("spec").equals(target.path("spec"))) {
            metadata(target).put("generation", target.at("/metadata/generation").asLong() + 1);
        }
        if (!before.equals(target)) {
            metadata(target).put("resourceVersion", next());
        }
        if (ofModel && seen().deleting() && seen().finalizers().isEmpty()) {
            modelRemoved = true;
        }
        return target;
    }

    private void delete(Intent.Delete delete) {
        if (delete.resource().equals("v1/configmaps")) {
            configMap = null;
            return;
        }
        ObjectNode job = jobs.remove(delete.target());
        if (job == null) {
            throw new AssertionError("deletes a Job that is not there: " + delete.target());
        }
        if (!job.at("/metadata/uid").asText().equals(delete.uid())) {
            throw new AssertionError("409: another UID");
        }
        pods.values().removeIf(pod -> controllerUid(pod).equals(delete.uid()));
    }

    private static String controllerUid(JsonNode pod) {
        return pod.path("metadata")
                .path("labels")
                .path("batch.kubernetes.io/controller-uid")
                .asText();
    }

    /** RFC 7386. */
    static void merge(ObjectNode target, JsonNode patch) {
        for (Map.Entry<String, JsonNode> member : patch.properties()) {
            JsonNode value = member.getValue();
            if (value.isNull()) {
                target.remove(member.getKey());
            } else if (value.isObject()) {
                JsonNode present = target.path(member.getKey());
                ObjectNode inner =
                        present.isObject() ? (ObjectNode) present : JSON.createObjectNode();
                merge(inner, value);
                target.set(member.getKey(), inner);
            } else {
                target.set(member.getKey(), value.deepCopy());
            }
        }
    }

    private static JsonNode resolved(JsonNode node, Map<String, JsonNode> answers) {
        if (node.has("drover.dev/result-of")) {
            return answers.get(node.get("drover.dev/result-of").asText())
                    .at(node.get("pointer").asText());
        }
        if (node.isObject()) {
            ObjectNode copy = JSON.createObjectNode();
            node.properties()
                    .forEach(it -> copy.set(it.getKey(), resolved(it.getValue(), answers)));
            return copy;
        }
        if (node.isArray()) {
            var copy = JSON.createArrayNode();
            node.forEach(item -> copy.add(resolved(item, answers)));
            return copy;
        }
        return node;
    }

    private void written(Intent intent) {
        nanos++; // a write comes after its decision
        Ledger.Write write =
                new Ledger.Write(
                        intent.name(),
                        intent.account().reason(),
                        intent.resource(),
                        intent.target(),
                        String.valueOf(version),
                        nanos);
        List<Ledger.Write> writes = new ArrayList<>(ledger.writes());
        writes.add(write);
        ledger =
                new Ledger.Entry(
                        seen().uid(),
                        ledger.lastFailure().filter(it -> !it.intent().equals(intent.name())),
                        writes.subList(Math.max(0, writes.size() - 10), writes.size()),
                        Optional.empty());
    }

    private void failed(Intent intent, Refused refused, JsonNode existing) {
        BaseModel seen = seen();
        ledger =
                new Ledger.Entry(
                        seen.uid(),
                        Optional.of(
                                new Ledger.Failure(
                                        intent.name(),
                                        refused.outcome(),
                                        refused.code(),
                                        refused.message(),
                                        List.of(),
                                        seen.resourceVersion(),
                                        seen.generation(),
                                        nanos,
                                        existing)),
                        ledger.writes(),
                        Optional.empty());
    }

    private String next() {
        return String.valueOf(++version);
    }

    static ObjectNode metadata(ObjectNode object) {
        return (ObjectNode) object.get("metadata");
    }

    // ---- what others do

    World after(Duration time) {
        now = now.plus(time);
        nanos += time.toNanos();
        return this;
    }

    World after(long seconds) {
        return after(Duration.ofSeconds(seconds));
    }

    /** Drover restarts, or another replica leads. */
    World restarted() {
        memory = Memory.NONE;
        ledger = Ledger.Entry.empty("");
        return this;
    }

    World edit(String specJson) {
        JsonNode before = model.get("spec").deepCopy();
        merge((ObjectNode) model.get("spec"), json(specJson));
        ObjectNode metadata = metadata(model).put("resourceVersion", next());
        if (!before.equals(model.get("spec"))) {
            metadata.put("generation", metadata.get("generation").asLong() + 1);
        }
        return this;
    }

    World storedAt(String uri) {
        return edit("{\"storage\":{\"storageUri\":\"" + uri + "\"}}");
    }

    World annotate(String key, String value) {
        metadata(model).withObject("/annotations").put(key, value);
        metadata(model).put("resourceVersion", next());
        return this;
    }

    World claimPhase(String phase) {
        ((ObjectNode) claim.get("status")).put("phase", phase);
        return this;
    }

    World finalizer(String name) {
        metadata(model).withArray("/finalizers").add(name);
        return this;
    }

    World modelDeleted() {
        metadata(model).put("deletionTimestamp", now.toString());
        return this;
    }

    ObjectNode job() {
        return jobs.values().stream().reduce((first, second) -> second).orElseThrow();
    }

    /** A Pod of the newest Job with this status. */
    ObjectNode pod(String statusJson) {
        ObjectNode job = job();
        ObjectNode pod = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        String name = job.at("/metadata/name").asText() + "-" + pods.size();
        ObjectNode metadata = pod.putObject("metadata");
        metadata.put("name", name)
                .put("namespace", job.at("/metadata/namespace").asText())
                .put("uid", "pod-" + name)
                .put("creationTimestamp", now.truncatedTo(ChronoUnit.SECONDS).toString());
        metadata.putObject("labels")
                .put("batch.kubernetes.io/controller-uid", job.at("/metadata/uid").asText());
        pod.set("status", json(statusJson));
        pods.put(new ObjectKey(metadata.get("namespace").asText(), name), pod);
        return pod;
    }

    World podTerminated(int exitCode, String message) {
        return podTerminated(exitCode, exitCode == 0 ? "Completed" : "Error", message);
    }

    World podTerminated(int exitCode, String reason, String message) {
        ObjectNode terminated = JSON.createObjectNode();
        terminated.put("exitCode", exitCode).put("reason", reason).put("message", message);
        terminated.put("finishedAt", now.truncatedTo(ChronoUnit.SECONDS).toString());
        ObjectNode status = JSON.createObjectNode();
        status.put("phase", exitCode == 0 ? "Succeeded" : "Failed");
        status.putArray("containerStatuses")
                .addObject()
                .put("name", "extract")
                .putObject("state")
                .set("terminated", terminated);
        pod(status.toString());
        return this;
    }

    World jobEnds(String type, String reason) {
        ObjectNode condition = JSON.createObjectNode();
        condition.put("type", type).put("status", "True").put("reason", reason);
        condition.put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
        job().withObject("/status").withArray("/conditions").add(condition);
        return this;
    }

    /** The newest Job ends as a healthy one does. */
    World jobSucceeds(String fieldsJson) {
        return podTerminated(0, success(fieldsJson)).jobEnds("Complete", "CompletionsReached");
    }

    String success(String fieldsJson) {
        return ("{\"v\":1,\"fp\":\"%s\",\"ok\":true,\"foundAt\":\"config.json\",\"fields\":%s,"
                        + "\"parameterSource\":\"none\",\"warnings\":[]}")
                .formatted(fingerprint(), fieldsJson);
    }

    String failure(int exit, String code) {
        return ("{\"v\":1,\"fp\":\"%s\",\"ok\":false,\"exit\":%d,\"code\":\"%s\","
                        + "\"message\":\"It went wrong\",\"hint\":\"Do better.\",\"saw\":[]}")
                .formatted(fingerprint(), exit, code);
    }

    World jobFails(int exit, String code) {
        return podTerminated(exit, failure(exit, code)).jobEnds("Failed", "PodFailurePolicy");
    }

    String fingerprint() {
        return job().at("/metadata/annotations/drover.dev~1fingerprint").asText();
    }

    // ---- asking

    String state() {
        return model.at("/status/state").asText();
    }

    JsonNode condition(String type) {
        for (JsonNode condition : model.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return JSON.missingNode();
    }

    String message() {
        return condition("Ready").path("message").asText();
    }

    JsonNode annotation(String key) {
        String text = model.at("/metadata/annotations").path(key).asText("");
        return text.isEmpty() ? JSON.missingNode() : json(text);
    }

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
