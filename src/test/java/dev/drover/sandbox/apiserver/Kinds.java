package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** What is served now: the built-in kinds and those of the installed CRDs. Thread-safe. */
final class Kinds {
    static final String CRDS = "apiextensions.k8s.io/customresourcedefinitions";
    static final String NAMESPACES = "/namespaces";

    private final Map<String, Kind> byId = new ConcurrentSkipListMap<>();

    Kinds() {
        BuiltInKinds.all().forEach(kind -> byId.put(kind.id(), kind));
    }

    List<Kind> all() {
        return List.copyOf(byId.values());
    }

    Optional<Kind> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The kind with this plural, written alone or as {@code group/plural}. */
    Optional<Kind> byPlural(String word) {
        return byId.values().stream()
                .filter(kind -> kind.plural().equals(word) || kind.id().equals(word))
                .findFirst();
    }

    /** Empty if no such version of the kind is served. */
    Optional<Target> target(String group, String version, String plural) {
        return byId(group + "/" + plural)
                .flatMap(
                        kind ->
                                kind.version(version)
                                        .map(served -> new Target(kind, served, "", "", "")));
    }

    /** Takes over what a CRD says; {@code revision} is that of the change. */
    Kind install(ObjectNode crd, long revision) {
        JsonNode spec = crd.get("spec");
        List<Kind.Version> versions = new ArrayList<>();
        for (JsonNode version : spec.get("versions")) {
            if (version.path("served").asBoolean()) {
                versions.add(
                        new Kind.Version(
                                version.get("name").asText(),
                                version.path("subresources").has("status"),
                                Optional.ofNullable(version.path("schema").get("openAPIV3Schema"))
                                        .map(Schema::of)));
            }
        }
        Kind kind =
                new Kind(
                        spec.get("group").asText(),
                        spec.get("names").get("plural").asText(),
                        spec.get("names").get("kind").asText(),
                        spec.path("scope").asText().equals("Namespaced"),
                        true,
                        true,
                        List.copyOf(versions),
                        revision);
        byId.put(kind.id(), kind);
        return kind;
    }

    Optional<Kind> uninstall(ObjectNode crd) {
        return Optional.ofNullable(byId.remove(id(crd)));
    }

    /** The kind that this CRD defines, if it is served. */
    Optional<Kind> of(ObjectNode crd) {
        return byId(id(crd));
    }

    private static String id(ObjectNode crd) {
        JsonNode spec = crd.get("spec");
        return spec.get("group").asText() + "/" + spec.get("names").get("plural").asText();
    }
}
