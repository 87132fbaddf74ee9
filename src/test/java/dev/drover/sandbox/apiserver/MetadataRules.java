package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What the server demands of names, labels and other metadata of every kind. */
final class MetadataRules {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final Pattern LABEL_VALUE =
            Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
    private static final int NAME_BYTES = 253;
    private static final int LABEL_BYTES = 63;

    private MetadataRules() {}

    static List<FieldError> check(ObjectNode object) {
        List<FieldError> errors = new ArrayList<>();
        JsonNode metadata = object.path("metadata");
        name(metadata.path("name").asText(), errors);
        for (Map.Entry<String, JsonNode> label : metadata.path("labels").properties()) {
            labelValue(label.getValue().asText(), errors);
        }
        return errors;
    }

    /** A label or annotation that is no text cannot even be decoded. */
    static void requireTexts(ObjectNode object) {
        for (String member : List.of("labels", "annotations")) {
            for (Map.Entry<String, JsonNode> entry :
                    object.path("metadata").path(member).properties()) {
                if (!entry.getValue().isTextual() && !entry.getValue().isNull()) {
                    String what = entry.getValue().isNumber() ? "number" : "object";
                    throw Failure.badRequest(
                            "json: cannot unmarshal %s into Go struct field ObjectMeta.%s of type"
                                            .formatted(what, "metadata." + member)
                                    + " string");
                }
            }
        }
    }

    private static void name(String name, List<FieldError> errors) {
        if (name.length() > NAME_BYTES) {
            String why = "must be no more than " + NAME_BYTES + " characters";
            errors.add(FieldError.invalid("metadata.name", quoted(name), why));
        } else if (!SUBDOMAIN.matcher(name).matches()) {
            String why =
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                            + " characters, '-' or '.', and must start and end with an alphanumeric"
                            + " character (e.g. 'example.com', regex used for validation is"
                            + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
            errors.add(FieldError.invalid("metadata.name", quoted(name), why));
        }
    }

    private static void labelValue(String value, List<FieldError> errors) {
        if (value.length() > LABEL_BYTES) {
            String why = "must be no more than " + LABEL_BYTES + " characters";
            errors.add(FieldError.invalid("metadata.labels", quoted(value), why));
        } else if (!LABEL_VALUE.matcher(value).matches()) {
            String why =
                    "a valid label must be an empty string or consist of alphanumeric characters,"
                            + " '-', '_' or '.', and must start and end with an alphanumeric character"
                            + " (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for"
                            + " validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
            errors.add(FieldError.invalid("metadata.labels", quoted(value), why));
        }
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
