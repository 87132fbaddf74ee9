package dev.drover.sandbox.apiserver;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;

/** Length, pattern and format of one text value. */
final class TextRules {
    private TextRules() {}

    static void check(String text, Schema.Limits limits, String path, List<FieldError> errors) {
        int length = text.codePointCount(0, text.length());
        if (limits.maxLength().isPresent() && length > limits.maxLength().getAsInt()) {
            errors.add(FieldError.tooLong(path, limits.maxLength().getAsInt()));
        }
        if (limits.minLength().isPresent() && length < limits.minLength().getAsInt()) {
            String why = "%s in body should be at least %d chars long";
            errors.add(invalid(path, text, why.formatted(path, limits.minLength().getAsInt())));
        }
        if (limits.pattern().isPresent() && !limits.pattern().get().matcher(text).find()) {
            String why = "%s in body should match '%s'";
            errors.add(invalid(path, text, why.formatted(path, limits.pattern().get())));
        }
        if (limits.format().equals("date-time") && !date(text)) {
            errors.add(FieldError.wrongType(path, "date-time", text));
        }
    }

    private static FieldError invalid(String path, String text, String why) {
        return FieldError.invalid(path, quoted(text), why);
    }

    private static String quoted(String text) {
        return Json.object().textNode(text).toString();
    }

    private static boolean date(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
