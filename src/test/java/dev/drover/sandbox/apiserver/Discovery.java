package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the server says about itself: groups, versions, resources, its own version, its health. */
final class Discovery {
    private static final List<String> VERBS =
            List.of(
                    "create",
                    "delete",
                    "deletecollection",
                    "get",
                    "list",
                    "patch",
                    "update",
                    "watch");

    private final Kinds kinds;

    Discovery(Kinds kinds) {
        this.kinds = kinds;
    }

    /** Empty if {@code path} is no document of this kind. */
    Optional<Answer> answer(String path) {
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        String[] parts = trimmed.substring(Math.min(1, trimmed.length())).split("/", -1);
        return switch (parts[0]) {
            case "version" -> Optional.of(Answer.of(200, version()));
            case "healthz", "livez", "readyz" -> Optional.of(Answer.plain(200, "ok"));
            case "api" ->
                    parts.length == 1
                            ? Optional.of(Answer.of(200, coreVersions()))
                            : parts.length == 2 ? resources("", parts[1]) : Optional.empty();
            case "apis" ->
                    switch (parts.length) {
                        case 1 -> Optional.of(Answer.of(200, groups()));
                        case 2 -> group(parts[1]).map(group -> Answer.of(200, group));
                        case 3 -> resources(parts[1], parts[2]);
                        default -> Optional.empty();
                    };
            default -> Optional.empty();
        };
    }

    private static ObjectNode version() {
        return Json.object()
                .put("major", "1")
                .put("minor", "34")
                .put("gitVersion", "v1.34.4")
                .put("platform", "linux/amd64");
    }

    private static ObjectNode coreVersions() {
        ObjectNode versions = Json.object().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        return versions;
    }

    private ObjectNode groups() {
        ObjectNode list = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = list.putArray("groups");
        Set<String> names = new TreeSet<>();
        kinds.all().forEach(kind -> names.add(kind.group()));
        names.remove("");
        names.forEach(
                name -> {
                    ObjectNode group = group(name).orElseThrow();
                    group.remove(List.of("kind", "apiVersion"));
                    groups.add(group);
                });
        return list;
    }

    private Optional<ObjectNode> group(String name) {
        Set<String> versions = new TreeSet<>(VersionOrder.NEWEST_FIRST);
        kinds.all().stream()
                .filter(kind -> kind.group().equals(name))
                .forEach(kind -> kind.versions().forEach(version -> versions.add(version.name())));
        if (versions.isEmpty() || name.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode group = Json.object().put("kind", "APIGroup").put("apiVersion", "v1");
        group.put("name", name);
        ArrayNode list = group.putArray("versions");
        versions.forEach(
                version ->
                        list.addObject()
                                .put("groupVersion", name + "/" + version)
                                .put("version", version));
        group.set("preferredVersion", list.get(0).deepCopy());
        return Optional.of(group);
    }

    private Optional<Answer> resources(String group, String version) {
        ObjectNode list = Json.object().put("kind", "APIResourceList").put("apiVersion", "v1");
        list.put("groupVersion", group.isEmpty() ? version : group + "/" + version);
        ArrayNode resources = list.putArray("resources");
        for (Kind kind : kinds.all()) {
            if (kind.group().equals(group)) {
                kind.version(version).ifPresent(served -> describe(kind, served, resources));
            }
        }
        return resources.isEmpty() ? Optional.empty() : Optional.of(Answer.of(200, list));
    }

    private static void describe(Kind kind, Kind.Version version, ArrayNode resources) {
        ObjectNode main = resources.addObject();
        main.put("name", kind.plural());
        main.put("singularName", kind.name().toLowerCase(Locale.ROOT));
        main.put("namespaced", kind.namespaced()).put("kind", kind.name());
        VERBS.forEach(main.putArray("verbs")::add);
        if (version.statusSubresource()) {
            ObjectNode status = resources.addObject();
            status.put("name", kind.plural() + "/status").put("singularName", "");
            status.put("namespaced", kind.namespaced()).put("kind", kind.name());
            status.putArray("verbs").add("get").add("patch").add("update");
        }
    }
}
