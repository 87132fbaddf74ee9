package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** The few rules of built-in kinds that a controller can run into. */
final class BuiltInRules {
    private static final int JOB_NAME_BYTES = 63;
    private static final int NOTE_CHARACTERS = 1024;
    private static final String IMMUTABLE = "field is immutable";

    private BuiltInRules() {}

    static List<FieldError> check(Target target, ObjectNode object, ObjectNode old) {
        return switch (target.kind().storage()) {
            case "batch/jobs" -> job(target, object, old);
            case EventForms.CORE -> event(target, object, old);
            case "events.k8s.io/events" -> NewEventRules.check(target, object, old);
            default -> List.of();
        };
    }

    private static List<FieldError> job(Target target, ObjectNode job, ObjectNode old) {
        List<FieldError> errors = new ArrayList<>();
        if (target.name().length() > JOB_NAME_BYTES) {
            String why = "must be no more than " + JOB_NAME_BYTES + " bytes";
            errors.add(FieldError.invalid("spec.template.labels", '"' + target.name() + '"', why));
        }
        if (old != null && !job.at("/spec/template").equals(old.at("/spec/template"))) {
            errors.add(
                    FieldError.invalid(
                            "spec.template", job.at("/spec/template").toString(), IMMUTABLE));
        }
        return errors;
    }

    private static List<FieldError> event(Target target, ObjectNode event, ObjectNode old) {
        List<FieldError> errors = new ArrayList<>();
        if (!target.kind().group().equals(EventForms.GROUP)) {
            sameNamespace(target, event, errors);
        } else if (old == null) {
            grouped(event, errors);
        }
        return errors;
    }

    /** Asked of the core form only. */
    private static void sameNamespace(Target target, ObjectNode event, List<FieldError> errors) {
        String involved = event.at("/involvedObject/namespace").asText();
        String expected = involved.isEmpty() ? "default" : involved;
        if (!target.namespace().equals(expected)) {
            String value = '"' + involved + '"';
            errors.add(
                    FieldError.invalid(
                            "involvedObject.namespace", value, "does not match event.namespace"));
        }
    }

    /** What events.k8s.io demands and the core form does not. {@code event} is in the core form. */
    private static void grouped(ObjectNode event, List<FieldError> errors) {
        for (String member : List.of("eventTime", "reportingInstance", "action", "reason")) {
            if (event.path(member).asText().isEmpty()) {
                errors.add(FieldError.required(member, ""));
            }
        }
        if (event.path("reportingComponent").asText().isEmpty()) {
            errors.add(FieldError.required("reportingController", ""));
        }
        String note = event.path("message").asText();
        if (note.length() > NOTE_CHARACTERS) {
            errors.add(
                    FieldError.invalid(
                            "message", '"' + note + '"', "can have at most 1024 characters"));
        }
    }
}
