package dev.drover.sandbox.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * One request as the real API server logged it when it was answered. Texts that do not apply are
 * empty.
 *
 * @param pod that the token of the request was made for
 * @param verb as RBAC writes it, for example {@code patch}
 * @param code of the answer
 */
public record AuditRecord(
        String user,
        String pod,
        String verb,
        String group,
        String resource,
        String subresource,
        String namespace,
        String name,
        String uri,
        String userAgent,
        int code,
        String decision,
        Instant received,
        Instant answered) {

    static AuditRecord of(JsonNode event) {
        JsonNode object = event.path("objectRef");
        return new AuditRecord(
                event.at("/user/username").asText(),
                event.at("/user/extra/authentication.kubernetes.io~1pod-name/0").asText(),
                event.path("verb").asText(),
                object.path("apiGroup").asText(),
                object.path("resource").asText(),
                object.path("subresource").asText(),
                object.path("namespace").asText(),
                object.path("name").asText(),
                event.path("requestURI").asText(),
                event.path("userAgent").asText(),
                event.at("/responseStatus/code").asInt(),
                event.at("/annotations/authorization.k8s.io~1decision").asText(),
                Instant.parse(event.path("requestReceivedTimestamp").asText()),
                Instant.parse(event.path("stageTimestamp").asText()));
    }

    /** True if the verb can change something. */
    public boolean writes() {
        return switch (verb) {
            case "create", "update", "patch", "delete", "deletecollection" -> true;
            default -> false;
        };
    }
}
