package dev.drover.registry.objects;

import java.util.List;

/**
 * Labels and annotations of one label domain (spec registry 1), for example {@code
 * modelregistry.opendatahub.io}.
 */
public record DomainKeys(String domain) {
    private static final List<String> DOMAINS =
            List.of("modelregistry.opendatahub.io", "modelregistry.kubeflow.org");

    /** Label: the registered model. Asks for a record. */
    public String model() {
        return domain + "/registered-model-id";
    }

    /** Label: the model version. */
    public String version() {
        return domain + "/model-version-id";
    }

    /** Label: the record, written by Drover. */
    public String link() {
        return domain + "/inference-service-id";
    }

    /** Label: name of the registry. */
    public String name() {
        return domain + "/name";
    }

    /** Label: namespace of the registry's Service. */
    public String namespace() {
        return domain + "/namespace";
    }

    /** Annotation: base URL of the registry. */
    public String url() {
        return domain + "/url";
    }

    /** The domain that is not read. */
    public DomainKeys other() {
        return new DomainKeys(DOMAINS.get(domain.equals(DOMAINS.get(0)) ? 1 : 0));
    }

    /** Finalizers of the controllers of both domains; Drover never sets one. */
    public static List<String> foreignFinalizers() {
        return DOMAINS.stream().map(domain -> domain + "/finalizer").toList();
    }
}
