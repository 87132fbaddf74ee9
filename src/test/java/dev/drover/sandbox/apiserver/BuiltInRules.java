package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** The few rules of built-in kinds that a controller can run into. */
final class BuiltInRules {
    private static final int JOB_NAME_BYTES = 63;

    private BuiltInRules() {}

    static List<FieldError> check(Target target, ObjectNode object, ObjectNode old) {
        return switch (target.kind().storage()) {
            case "batch/jobs" -> job(target, object, old);
            case "/events" -> event(target, object);
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

    private static List<FieldError> event(Target target, ObjectNode event) {
        String involved = event.at("/involvedObject/namespace").asText();
        boolean matches =
                involved.isEmpty()
                        ? target.namespace().equals("default")
                        : target.namespace().equals(involved);
        if (matches) {
            return List.of();
        }
        String value = '"' + involved + '"';
        return List.of(
                FieldError.invalid(
                        "involvedObject.namespace", value, "does not match event.namespace"));
    }

    private static final String IMMUTABLE = "field is immutable";
}
