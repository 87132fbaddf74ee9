package dev.drover.registry.objects;

import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A deployment as the registry flow sees it, read from whatever the API server holds: nothing in it
 * makes reading fail.
 *
 * @param apiVersion with group, as it was served
 * @param uid empty only for a malformed object
 * @param deletedAt {@code deletionTimestamp}
 * @param spec never null, may be missing
 * @param status never null, may be missing
 */
public record Workload(
        WorkloadKind kind,
        String apiVersion,
        ObjectKey key,
        String uid,
        String resourceVersion,
        long generation,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<String> finalizers,
        Optional<Instant> created,
        Optional<Instant> deletedAt,
        Tree spec,
        Tree status) {
    /** Finalizer and annotation of Drover; the annotation holds the facts of {@link Facts}. */
    public static final String REGISTRY = "drover.dev/registry";

    /** Annotation on workloads that Drover made: {@code <registry>/<record>}. */
    public static final String DEPLOYED_FROM = "drover.dev/deployed-from";

    private static final String STOP = "serving.kserve.io/stop";
    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,8}");

    public Workload {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        finalizers = List.copyOf(finalizers);
    }

    /** Reads the object; never fails, whatever types its fields have. */
    public static Workload of(WorkloadKind kind, GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        return new Workload(
                kind,
                object.getApiVersion(),
                ObjectKey.of(object),
                metadata.getUid() == null ? "" : metadata.getUid(),
                metadata.getResourceVersion() == null ? "" : metadata.getResourceVersion(),
                metadata.getGeneration() == null ? 0 : metadata.getGeneration(),
                metadata.getLabels() == null ? Map.of() : metadata.getLabels(),
                metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations(),
                metadata.getFinalizers() == null ? List.of() : metadata.getFinalizers(),
                time(metadata.getCreationTimestamp()),
                time(metadata.getDeletionTimestamp()),
                Tree.field(object, "spec"),
                Tree.field(object, "status"));
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.ofNullable(text).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** An id of the registry as labels carry it. */
    public static boolean isId(String text) {
        return text != null && ID.matcher(text).matches();
    }

    /** The label, or empty when it is absent or empty. */
    public Optional<String> label(String key) {
        return Optional.ofNullable(labels.get(key)).filter(value -> !value.isEmpty());
    }

    public boolean terminating() {
        return deletedAt.isPresent();
    }

    /** The user stopped it; it keeps existing without pods. */
    public boolean stopped() {
        return "true".equals(annotations.get(STOP));
    }

    /** True when its condition {@code Ready} is. */
    public boolean ready() {
        return condition("Ready")
                .flatMap(it -> it.text("status"))
                .filter("True"::equals)
                .isPresent();
    }

    /** The first condition of the type; duplicates are accepted by the API. */
    public Optional<Tree> condition(String type) {
        return status.at("conditions").items().stream()
                .filter(condition -> condition.text("type").filter(type::equals).isPresent())
                .findFirst();
    }

    /** Mode that its annotation asks for. */
    public Mode mode() {
        return Mode.ofAnnotation(annotations.get(Mode.ANNOTATION));
    }

    /** Facts that Drover noted on this very object; those of a copied manifest do not count. */
    public Optional<Facts> facts() {
        return Facts.parse(annotations.get(REGISTRY)).filter(facts -> facts.uid().equals(uid));
    }

    public boolean hasFinalizer() {
        return finalizers.contains(REGISTRY);
    }

    /** Whom Events are about. */
    public Notice.ObjectReference reference() {
        return new Notice.ObjectReference(
                apiVersion, kind.kind(), key.namespace(), key.name(), uid);
    }

    /** The resource in the one version that it was served in. */
    public String resource() {
        return apiVersion + "/" + kind.plural();
    }
}
