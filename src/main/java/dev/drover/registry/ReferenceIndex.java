package dev.drover.registry;

import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.Facts;
import dev.drover.registry.objects.Workload;
import dev.drover.registry.objects.WorkloadKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Files a workload under the model and the version that it is labelled with; under the model that
 * was noted, where labels are stripped. Bean {@code registry-references}.
 */
final class ReferenceIndex implements Function<GenericKubernetesResource, Collection<String>> {
    static final String NAME = "registry-references";

    private final DomainKeys keys;

    ReferenceIndex(DomainKeys keys) {
        this.keys = keys;
    }

    static String model(String id) {
        return "model/" + id;
    }

    static String version(String id) {
        return "version/" + id;
    }

    @Override
    public Collection<String> apply(GenericKubernetesResource object) {
        Workload workload = Workload.of(WorkloadKind.of(object.getKind()), object);
        List<String> values = new ArrayList<>(2);
        workload.label(keys.model())
                .or(() -> workload.facts().map(Facts::model))
                .map(ReferenceIndex::model)
                .ifPresent(values::add);
        workload.label(keys.version()).map(ReferenceIndex::version).ifPresent(values::add);
        return values;
    }
}
