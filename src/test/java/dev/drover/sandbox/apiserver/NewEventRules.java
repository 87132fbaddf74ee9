package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code events.k8s.io/v1} asks of an Event, as kube-apiserver's {@code
 * ValidateEventCreate/Update} do for that version.
 */
final class NewEventRules {
    private static final int NOTE_BYTES = 1024;
    private static final int WORD_BYTES = 128;

    private NewEventRules() {}

    static List<FieldError> check(Target target, ObjectNode event, ObjectNode old) {
        List<FieldError> errors = new ArrayList<>();
        for (String field :
                List.of("reportingController", "reportingInstance", "action", "reason")) {
            word(errors, field, event.path(field).asText());
        }
        if (!event.has("eventTime")) {
            errors.add(FieldError.required("eventTime", ""));
        }
        if (event.path("note").asText().getBytes(StandardCharsets.UTF_8).length > NOTE_BYTES) {
            errors.add(FieldError.invalid("message", "note", "can have at most 1024 characters"));
        }
        JsonNode series = event.path("series");
        if (series.isObject() && series.path("count").asInt() < 2) {
            errors.add(
                    FieldError.invalid(
                            "series.count",
                            series.path("count").toString(),
                            "should be at least 2"));
        }
        String regarding = event.at("/regarding/namespace").asText();
        if (!target.namespace().equals(regarding.isEmpty() ? "default" : regarding)) {
            errors.add(
                    FieldError.invalid(
                            "involvedObject.namespace",
                            '"' + regarding + '"',
                            "does not match event.namespace"));
        }
        if (old != null && !withoutSeries(event).equals(withoutSeries(old))) {
            errors.add(FieldError.invalid("event", "event", "field is immutable"));
        }
        return errors;
    }

    private static void word(List<FieldError> errors, String field, String value) {
        if (value.isEmpty()) {
            errors.add(FieldError.required(field, ""));
        } else if (value.length() > WORD_BYTES) {
            errors.add(FieldError.tooLong(field, WORD_BYTES));
        }
    }

    /** All but the series and the metadata that the server itself writes. */
    private static ObjectNode withoutSeries(ObjectNode event) {
        ObjectNode copy = event.deepCopy();
        copy.remove(List.of("series", "metadata"));
        return copy;
    }
}
