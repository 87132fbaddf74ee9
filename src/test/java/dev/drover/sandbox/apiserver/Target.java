package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a resource path points to. Namespace, name and subresource are empty where it has none. */
record Target(Kind kind, Kind.Version version, String namespace, String name, String subresource) {

    Store.Key key() {
        return new Store.Key(kind.storage(), namespace, name);
    }

    Target named(String otherName) {
        return new Target(kind, version, namespace, otherName, subresource);
    }

    boolean status() {
        return subresource.equals("status");
    }

    String apiVersion() {
        return kind.apiVersion(version);
    }

    /**
     * {@code externalmodels.inference.opendatahub.io "m"}, as messages begin; without the name for
     * a collection.
     */
    String described() {
        String resource = kind.qualifiedResource();
        return name.isEmpty() ? resource : resource + " \"" + name + "\"";
    }

    String qualifiedKind() {
        return kind.group().isEmpty() ? kind.name() : kind.name() + "." + kind.group();
    }

    /** Details of a failure: the resource's plural stands under {@code kind}. */
    ObjectNode details() {
        return details(kind.plural());
    }

    /** Details of an invalid object, which name the kind itself. */
    ObjectNode kindDetails() {
        return details(kind.name());
    }

    private ObjectNode details(String word) {
        ObjectNode details = Json.object();
        if (!name.isEmpty()) {
            details.put("name", name);
        }
        if (!kind.group().isEmpty()) {
            details.put("group", kind.group());
        }
        return details.put("kind", word);
    }
}
