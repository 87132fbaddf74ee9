package dev.drover.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.util.ArrayList;
import java.util.List;

/** Which of the shipped rights nobody used. */
final class IdleRights {
    private IdleRights() {}

    /** {@code "verb resource.group"} of the roles' rules that no request was allowed by. */
    static List<String> in(Manifests manifests, List<AuditRecord> requests) {
        List<String> idle = new ArrayList<>();
        for (JsonNode rule : manifests.rules()) {
            for (JsonNode group : rule.path("apiGroups")) {
                for (JsonNode resource : rule.path("resources")) {
                    for (JsonNode verb : rule.path("verbs")) {
                        if (requests.stream().noneMatch(r -> uses(r, group, resource, verb))) {
                            idle.add(
                                    verb.asText() + " " + resource.asText() + "." + group.asText());
                        }
                    }
                }
            }
        }
        return idle;
    }

    private static boolean uses(
            AuditRecord request, JsonNode group, JsonNode resource, JsonNode verb) {
        String asked =
                request.resource()
                        + (request.subresource().isEmpty() ? "" : "/" + request.subresource());
        return request.group().equals(group.asText())
                && asked.equals(resource.asText())
                && request.verb().equals(verb.asText());
    }
}
