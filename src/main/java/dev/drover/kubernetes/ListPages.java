package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A complete list of a collection, read page by page, so that neither side ever holds the whole
 * answer. Always the newest state (no {@code resourceVersion}): a cache of the API server may lag
 * behind what was seen before, and reads cut into pages come from the store anyway.
 */
final class ListPages {
    /**
     * @param version of the collection, where a watch goes on
     */
    record Listed(String version, Map<ObjectKey, GenericKubernetesResource> objects) {}

    private static final int GONE = 410;
    private static final int PAGED_ATTEMPTS = 2;

    private final KubernetesClient client;
    private final ServedResource served;
    private final String namespace;
    private final InformerKey key;
    private final int pageSize;
    private final UnaryOperator<GenericKubernetesResource> intake;

    /** {@code intake} makes of each object what is kept, at once. */
    ListPages(
            KubernetesClient client,
            ServedResource served,
            String namespace,
            InformerKey key,
            int pageSize,
            UnaryOperator<GenericKubernetesResource> intake) {
        this.client = client;
        this.served = served;
        this.namespace = namespace;
        this.key = key;
        this.pageSize = pageSize;
        this.intake = intake;
    }

    /**
     * Blocks. Pages that expire under way (410) are read anew once, then everything is asked for in
     * one piece: a list that takes longer than the server keeps versions would never end.
     */
    Listed read() {
        for (int attempt = 0; attempt < PAGED_ATTEMPTS; attempt++) {
            try {
                return read(pageSize);
            } catch (KubernetesClientException e) {
                if (e.getCode() != GONE) {
                    throw e;
                }
            }
        }
        return read(null);
    }

    private Listed read(Integer limit) {
        Map<ObjectKey, GenericKubernetesResource> objects = new HashMap<>();
        GenericKubernetesResourceList page;
        String next = null;
        do {
            page = page(limit, next);
            requireList(page);
            for (GenericKubernetesResource object : page.getItems()) {
                objects.put(ObjectKey.of(object), intake.apply(object));
            }
            next = page.getMetadata().getContinue();
        } while (next != null && !next.isEmpty());
        return new Listed(page.getMetadata().getResourceVersion(), objects);
    }

    private GenericKubernetesResourceList page(Integer limit, String next) {
        ListOptions options =
                new ListOptionsBuilder()
                        .withLimit(limit == null ? null : limit.longValue())
                        .withContinue(next)
                        .withLabelSelector(
                                key.labelSelector().isEmpty() ? null : key.labelSelector())
                        .withFieldSelector(
                                key.fieldSelector().isEmpty() ? null : key.fieldSelector())
                        .build();
        MixedOperation<
                        GenericKubernetesResource,
                        GenericKubernetesResourceList,
                        Resource<GenericKubernetesResource>>
                all = client.genericKubernetesResources(served.context());
        return served.namespaced() && !namespace.isEmpty()
                ? all.inNamespace(namespace).list(options)
                : all.inAnyNamespace().list(options);
    }

    /** What is well-formed JSON need not be a list: a proxy's own page, for example. */
    private void requireList(GenericKubernetesResourceList page) {
        if (page.getItems() == null
                || page.getMetadata() == null
                || page.getMetadata().getResourceVersion() == null) {
            throw new IllegalArgumentException("no list of " + served.type());
        }
    }
}
