package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/**
 * A kind as this server serves it.
 *
 * @param type what was asked for
 * @param version the one of {@code type}'s versions that is used
 * @param kind as objects name it
 * @param namespaced false for a cluster-scoped kind
 */
record ServedResource(ResourceType type, String version, String kind, boolean namespaced) {

    /** As objects name it: {@code group/version}. */
    String apiVersion() {
        return type.group().isEmpty() ? version : type.group() + "/" + version;
    }

    /**
     * Path of the kind's collection in a namespace; an empty namespace, or one that does not apply,
     * = all.
     */
    String path(String namespace) {
        return (type.group().isEmpty() ? "/api/" : "/apis/")
                + apiVersion()
                + (namespaced && !namespace.isEmpty() ? "/namespaces/" + namespace : "")
                + "/"
                + type.plural();
    }

    /** What fabric8's generic operations ask for. */
    ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(type.group())
                .withVersion(version)
                .withKind(kind)
                .withPlural(type.plural())
                .withNamespaced(namespaced)
                .build();
    }
}
