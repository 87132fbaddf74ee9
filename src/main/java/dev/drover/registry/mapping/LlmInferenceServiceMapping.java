package dev.drover.registry.mapping;

import dev.drover.registry.objects.Tree;
import dev.drover.registry.objects.Workload;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** An {@code LLMInferenceService} as its record shows it (spec registry 6.2, 6.3). */
final class LlmInferenceServiceMapping implements Mapping {
    private static final String INSIDE = ".svc.cluster.local";

    @Override
    public Optional<String> runtime(Workload workload) {
        return InferenceServiceMapping.image(workload.spec().at("template"), "main");
    }

    @Override
    public OwnProperties properties(Workload workload) {
        Tree spec = workload.spec();
        Tree status = workload.status();
        List<String> addresses =
                status.at("addresses").items().stream()
                        .map(address -> address.text("url"))
                        .flatMap(Optional::stream)
                        .toList();
        OwnProperties properties =
                OwnProperties.none()
                        .with(OwnKey.URL, status.text("url"))
                        .with(
                                OwnKey.INTERNAL_URL,
                                addresses.stream()
                                        .filter(LlmInferenceServiceMapping::isInside)
                                        .findFirst())
                        .with(
                                OwnKey.ADDRESSES,
                                addresses.stream().sorted().collect(Collectors.joining(",")))
                        .with(
                                OwnKey.MODEL_NAME,
                                spec.text("model", "name").orElse(workload.key().name()))
                        .with(OwnKey.ADAPTERS, adapters(spec))
                        .with(
                                OwnKey.STORAGE_URI,
                                spec.text("model", "uri").map(StorageUri::withoutSecrets))
                        .with(OwnKey.REVISION, InferenceServiceMapping.generation(workload))
                        .with(OwnKey.MIN_REPLICAS, replicas(spec, "minReplicas"))
                        .with(OwnKey.MAX_REPLICAS, replicas(spec, "maxReplicas"));
        return Readiness.add(properties, workload);
    }

    private static boolean isInside(String url) {
        try {
            String host = URI.create(url).getHost();
            return host != null && host.endsWith(INSIDE);
        } catch (IllegalArgumentException e) {
            return false; // whatever it is, it is no address in the cluster
        }
    }

    private static String adapters(Tree spec) {
        return spec.at("model", "lora", "adapters").items().stream()
                .map(adapter -> adapter.text("name"))
                .flatMap(Optional::stream)
                .sorted()
                .collect(Collectors.joining(","));
    }

    private static OptionalInt replicas(Tree spec, String bound) {
        OptionalInt fixed = spec.whole("replicas");
        return fixed.isPresent() ? fixed : spec.whole("scaling", bound);
    }
}
