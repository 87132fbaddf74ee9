package dev.drover.registry.settings;

import java.util.List;

/** The two families of labels in use. Only the keys of one are read and written. */
public enum Domain {
    OPENDATAHUB("opendatahub.io", "odh-model-registries"),
    KUBEFLOW("kubeflow.org", "kubeflow");

    private final String organisation;
    private final String namespace;

    Domain(String organisation, String namespace) {
        this.organisation = organisation;
        this.namespace = namespace;
    }

    /** {@code modelregistry.opendatahub.io}: prefix of all keys on workloads. */
    public String prefix() {
        return "modelregistry." + organisation;
    }

    /** A label or annotation of this domain. */
    public String key(String name) {
        return prefix() + "/" + name;
    }

    /** Annotation of a registry's Service: host, optional port and path that lead to it. */
    public String externalAddressAnnotation() {
        return "routing." + organisation + "/external-address-rest";
    }

    /** Where registries live when nobody says otherwise. */
    List<String> registryNamespaces() {
        return List.of(namespace);
    }

    public Domain other() {
        return this == OPENDATAHUB ? KUBEFLOW : OPENDATAHUB;
    }
}
