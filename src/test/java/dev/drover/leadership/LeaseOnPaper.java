package dev.drover.leadership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A Lease that behaves like the API server's: versions, preconditions, merge patches, watchers.
 * Thread-safe.
 */
class LeaseOnPaper implements LeaseApi {
    private final List<Consumer<Optional<LeaseRecord>>> watchers = new CopyOnWriteArrayList<>();
    private Map<String, Object> spec; // guarded by this; null = no such Lease
    private int version; // guarded by this
    int writes; // guarded by this

    @Override
    public synchronized LeaseAnswer read() {
        return spec == null
                ? new LeaseAnswer.Absent()
                : new LeaseAnswer.Found(LeaseRecord.of(lease()));
    }

    @Override
    public synchronized LeaseAnswer create(ObjectNode wanted) {
        if (spec != null) {
            return new LeaseAnswer.Conflict();
        }
        spec = new LinkedHashMap<>();
        return merge(wanted);
    }

    @Override
    public synchronized LeaseAnswer patch(String resourceVersion, ObjectNode wanted) {
        if (spec == null || !resourceVersion.equals(Integer.toString(version))) {
            return new LeaseAnswer.Conflict();
        }
        return merge(wanted);
    }

    @Override
    public AutoCloseable watch(Consumer<Optional<LeaseRecord>> changes, Runnable broken) {
        watchers.add(changes);
        return () -> watchers.remove(changes);
    }

    /** What somebody does with kubectl; null deletes. */
    synchronized void edit(Map<String, Object> replacement) {
        spec = replacement == null ? null : new LinkedHashMap<>(replacement);
        version++;
        tell();
    }

    synchronized Map<String, Object> spec() {
        return spec == null ? Map.of() : Map.copyOf(spec);
    }

    synchronized Optional<String> holder() {
        return spec == null ? Optional.empty() : LeaseRecord.of(lease()).holder();
    }

    private LeaseAnswer merge(ObjectNode wanted) {
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                spec.remove(field.getKey());
            } else {
                spec.put(field.getKey(), value.isInt() ? value.intValue() : value.textValue());
            }
        }
        version++;
        writes++;
        LeaseAnswer answer = new LeaseAnswer.Written(LeaseRecord.of(lease()));
        tell();
        return answer;
    }

    private void tell() {
        Optional<LeaseRecord> now =
                spec == null ? Optional.empty() : Optional.of(LeaseRecord.of(lease()));
        watchers.forEach(watcher -> watcher.accept(now));
    }

    private GenericKubernetesResource lease() {
        GenericKubernetesResource lease = new GenericKubernetesResource();
        ObjectMeta metadata = new ObjectMeta();
        metadata.setResourceVersion(Integer.toString(version));
        metadata.setUid("uid-of-the-lease");
        lease.setMetadata(metadata);
        lease.setAdditionalProperty("spec", new LinkedHashMap<>(spec));
        return lease;
    }
}
