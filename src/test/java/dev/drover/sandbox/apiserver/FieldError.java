package dev.drover.sandbox.apiserver;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One field that is not valid: {@code reason} as clients compare it, {@code message} as printed.
 */
record FieldError(String field, String reason, String message) {
    static FieldError required(String field, String why) {
        return new FieldError(
                field, "FieldValueRequired", "Required value" + (why.isEmpty() ? "" : ": " + why));
    }

    static FieldError invalid(String field, String value, String why) {
        return new FieldError(
                field, "FieldValueInvalid", "Invalid value: %s: %s".formatted(value, why));
    }

    static FieldError wrongType(String field, String expected, String found) {
        return new FieldError(
                field,
                "FieldValueTypeInvalid",
                "Invalid value: \"%s\": %s in body must be of type %s: \"%s\""
                        .formatted(found, field, expected, found));
    }

    static FieldError unsupported(String field, String value, List<String> supported) {
        String values =
                supported.stream().map(v -> '"' + v + '"').collect(Collectors.joining(", "));
        return new FieldError(
                field,
                "FieldValueNotSupported",
                "Unsupported value: %s: supported values: %s".formatted(value, values));
    }

    static FieldError tooMany(String field, int found, int most) {
        return new FieldError(
                field,
                "FieldValueTooMany",
                "Too many: %d: must have at most %d items".formatted(found, most));
    }

    static FieldError tooLong(String field, int most) {
        return new FieldError(
                field,
                "FieldValueTooLong",
                "Too long: may not be more than %d bytes".formatted(most));
    }

    static FieldError duplicate(String field, String value) {
        return new FieldError(field, "FieldValueDuplicate", "Duplicate value: " + value);
    }

    static FieldError forbidden(String field, String why) {
        return new FieldError(field, "FieldValueForbidden", "Forbidden: " + why);
    }
}
