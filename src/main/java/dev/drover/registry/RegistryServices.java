package dev.drover.registry;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.discovery.RegistryService;
import dev.drover.registry.objects.Tree;
import dev.drover.registry.settings.Domain;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Services as far as registries are concerned: name, external address, ports. */
final class RegistryServices {
    private RegistryServices() {}

    /** Reads a Service; never fails, whatever types its fields have. */
    static RegistryService read(GenericKubernetesResource object, Domain domain) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        return new RegistryService(
                ObjectKey.of(object),
                Optional.ofNullable(annotations)
                        .map(it -> it.get(domain.externalAddressAnnotation())),
                port(object, "https-api"),
                port(object, "http-api"));
    }

    private static Optional<Integer> port(GenericKubernetesResource object, String name) {
        return Tree.field(object, "spec").at("ports").items().stream()
                .filter(port -> port.text("name").filter(name::equals).isPresent())
                .findFirst()
                .map(port -> port.whole("port"))
                .filter(java.util.OptionalInt::isPresent)
                .map(java.util.OptionalInt::getAsInt);
    }

    /** What the cache keeps of a Service. Bean {@code registry-service-prune}. */
    static UnaryOperator<GenericKubernetesResource> pruning() {
        return object -> {
            object.getMetadata().setManagedFields(null);
            Map<String, Object> fields = object.getAdditionalProperties();
            fields.remove("status");
            fields.computeIfPresent("spec", (name, spec) -> ports(spec));
            return object;
        };
    }

    private static Object ports(Object spec) {
        if (!(spec instanceof Map<?, ?> map)) {
            return spec;
        }
        Map<String, Object> kept = new LinkedHashMap<>();
        if (map.get("ports") != null) {
            kept.put("ports", map.get("ports"));
        }
        return kept;
    }
}
