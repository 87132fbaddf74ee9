package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** What the server fills into new built-in objects, as far as somebody reads it. */
final class BuiltInDefaults {
    private BuiltInDefaults() {}

    static void fill(Target target, ObjectNode object) {
        switch (target.kind().storage()) {
            case "/namespaces" -> {
                ObjectNode labels = object.withObject("/metadata/labels");
                labels.put("kubernetes.io/metadata.name", target.name());
                object.withObject("/status").put("phase", "Active");
            }
            case "/secrets" -> secret(object);
            case "/persistentvolumeclaims" -> {
                absent(object.withObject("/spec"), "volumeMode", "Filesystem");
                absent(object.withObject("/status"), "phase", "Pending");
            }
            case "/pods" -> absent(object.withObject("/status"), "phase", "Pending");
            case Kinds.CRDS -> established(object);
            case "batch/jobs" -> job(object, target);
            default -> {}
        }
    }

    private static void job(ObjectNode object, Target target) {
        ObjectNode spec = object.withObject("/spec");
        absent(spec, "completionMode", "NonIndexed");
        absent(spec, "podReplacementPolicy", "TerminatingOrFailed");
        for (String one : new String[] {"completions", "parallelism"}) {
            if (!spec.has(one)) {
                spec.put(one, 1);
            }
        }
        if (!spec.has("backoffLimit")) {
            spec.put("backoffLimit", 6);
        }
        if (!spec.has("suspend")) {
            spec.put("suspend", false);
        }
        String uid = object.at("/metadata/uid").asText();
        spec.withObject("/selector/matchLabels").put("batch.kubernetes.io/controller-uid", uid);
        ObjectNode labels = spec.withObject("/template/metadata/labels");
        labels.put("batch.kubernetes.io/controller-uid", uid);
        labels.put("batch.kubernetes.io/job-name", target.name());
        labels.put("controller-uid", uid).put("job-name", target.name());
        object.withObject("/status");
    }

    private static void established(ObjectNode crd) {
        var conditions = crd.putObject("status").putArray("conditions");
        for (String type : new String[] {"NamesAccepted", "Established"}) {
            conditions.addObject().put("type", type).put("status", "True");
        }
    }

    private static void secret(ObjectNode object) {
        absent(object, "type", "Opaque");
        if (object.remove("stringData") instanceof ObjectNode texts) {
            ObjectNode data = object.withObject("/data");
            for (Map.Entry<String, JsonNode> entry : texts.properties()) {
                byte[] bytes = entry.getValue().asText().getBytes(StandardCharsets.UTF_8);
                data.put(entry.getKey(), Base64.getEncoder().encodeToString(bytes));
            }
        }
    }

    private static void absent(ObjectNode object, String member, String value) {
        if (!object.hasNonNull(member)) {
            object.put(member, value);
        }
    }
}
