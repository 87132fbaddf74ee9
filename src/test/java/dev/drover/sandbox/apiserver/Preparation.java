package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a decoded object storable, in the server's order: unknown fields go (with a warning, or a
 * refusal if the client wants one), numbers and defaults are set, then everything is validated.
 */
final class Preparation {
    private Preparation() {}

    /** Prunes, normalises and fills defaults; returns the warnings. */
    static List<String> shape(ApiRequest request, ObjectNode object) {
        Optional<Schema> schema = request.target().version().schema();
        List<String> warnings = new ArrayList<>();
        if (schema.isPresent()) {
            List<String> unknown = Shaping.prune(object, schema.get());
            switch (request.parameter("fieldValidation")) {
                case "Strict" -> refuse(unknown);
                case "Ignore" -> {}
                default -> unknown.forEach(path -> warnings.add(text(path)));
            }
            Shaping.fillDefaults(object, schema.get());
        }
        return warnings;
    }

    /** Throws one failure that names every field at fault; {@code old} is null for a creation. */
    static void validate(Target target, ObjectNode object, ObjectNode old) {
        List<FieldError> errors = new ArrayList<>(MetadataRules.check(object));
        target.version()
                .schema()
                .ifPresent(schema -> errors.addAll(SchemaValidator.validate(object, old, schema)));
        errors.addAll(BuiltInRules.check(target, object, old));
        if (!errors.isEmpty()) {
            throw Failure.invalid(target, errors);
        }
    }

    private static void refuse(List<String> unknown) {
        if (!unknown.isEmpty()) {
            List<String> texts = unknown.stream().map(Preparation::text).toList();
            throw Failure.badRequest("strict decoding error: " + String.join(", ", texts));
        }
    }

    private static String text(String path) {
        return "unknown field \"" + path + "\"";
    }
}
