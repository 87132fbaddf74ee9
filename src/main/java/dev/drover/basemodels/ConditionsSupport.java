package dev.drover.basemodels;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.basemodels.decision.IntentNames;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.ModelKind;
import dev.drover.intents.Ledger;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a kind of model keeps conditions and {@code observedGeneration} in its status. Older CRDs
 * drop them; comparing what the server drops would write for ever. Asked of the CRD before the
 * first decision of a term of leadership, and {@link #lookAgain} now and then; what cannot be read
 * counts as yes until the answer to a write shows otherwise. Thread-safe.
 */
final class ConditionsSupport {
    private static final Logger LOG = LoggerFactory.getLogger(ConditionsSupport.class);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String KEEPS_ALL = "x-kubernetes-preserve-unknown-fields";

    private final Function<String, GenericKubernetesResource> definitions;
    private final Map<ModelKind, Known> known = new ConcurrentHashMap<>();

    private final LongSupplier nanos;

    /**
     * @param definition UID and generation of the CRD that says so; empty when it cannot be read
     * @param sinceNanos answers to earlier writes were given under another definition
     */
    private record Known(String definition, boolean keeps, long sinceNanos) {
        boolean readable() {
            return !definition.isEmpty();
        }
    }

    /**
     * @param definitions reads a CustomResourceDefinition by name; null when it cannot be read
     */
    ConditionsSupport(Function<String, GenericKubernetesResource> definitions, LongSupplier nanos) {
        this.definitions = definitions;
        this.nanos = nanos;
    }

    boolean supported(BaseModel model, Ledger.Entry ledger) {
        if (!model.source().ours()) {
            return true; // nothing is read for a model that is none of our business
        }
        Known now = known.computeIfAbsent(model.kind(), this::read);
        if (now.keeps() && dropped(model, ledger, now.sinceNanos())) {
            known.put(model.kind(), new Known(now.definition(), false, now.sinceNanos()));
            LOG.info(
                    "{} has no conditions in its status: only the state is kept",
                    model.kind().word());
            return false;
        }
        return now.keeps();
    }

    /**
     * Asks again about the kinds that were asked about. What an answer to a write has shown holds
     * until the definition is another one.
     *
     * @return kinds of which something else is true now
     */
    Set<ModelKind> lookAgain() {
        Set<ModelKind> changed = EnumSet.noneOf(ModelKind.class);
        known.forEach(
                (kind, before) -> {
                    Known now = read(kind);
                    boolean news =
                            now.readable()
                                    && !now.definition().equals(before.definition())
                                    && known.replace(kind, before, now);
                    if (news && now.keeps() != before.keeps()) {
                        LOG.info(
                                "The definition of {} was changed: its status has {}conditions now",
                                kind.word(),
                                now.keeps() ? "" : "no ");
                        changed.add(kind);
                    }
                });
        return changed;
    }

    /** The definition may be another one by now. */
    void forget() {
        known.clear();
    }

    private Known read(ModelKind kind) {
        String resource = kind.resource();
        String plural = resource.substring(resource.lastIndexOf('/') + 1);
        GenericKubernetesResource definition = definitions.apply(plural + ".ome.io");
        if (definition == null) {
            return new Known("", true, nanos.getAsLong());
        }
        ObjectMeta metadata = definition.getMetadata();
        return new Known(
                metadata.getUid() + "/" + metadata.getGeneration(),
                keepsConditions(MAPPER.valueToTree(definition)),
                nanos.getAsLong());
    }

    static boolean keepsConditions(JsonNode definition) {
        for (JsonNode version : definition.at("/spec/versions")) {
            if (ModelKind.API_VERSION.endsWith("/" + version.path("name").asText())) {
                JsonNode schema = version.at("/schema/openAPIV3Schema");
                JsonNode status = schema.at("/properties/status");
                return schema.path(KEEPS_ALL).asBoolean()
                        || status.path(KEEPS_ALL).asBoolean()
                        || status.path("properties").has("conditions")
                                && status.path("properties").has("observedGeneration");
            }
        }
        return true;
    }

    /** The object is exactly what our last write of the status led to, and has no conditions. */
    private static boolean dropped(BaseModel model, Ledger.Entry ledger, long sinceNanos) {
        List<Ledger.Write> writes = ledger.writes();
        Ledger.Write last = writes.isEmpty() ? null : writes.get(writes.size() - 1);
        return last != null
                && last.atNanos() - sinceNanos > 0
                && last.intent().equals(IntentNames.PATCH_STATUS)
                && model.resourceVersion().equals(last.resourceVersion())
                && model.status().path("conditions").isMissingNode();
    }
}
