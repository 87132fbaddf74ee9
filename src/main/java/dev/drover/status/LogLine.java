package dev.drover.status;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Lays a record out as one line, in one of two forms:
 *
 * <pre>
 * 2026-11-30T08:15:02.114Z INFO  weights    maas-system/llama-3-70b  Reconciling …
 * {"ts":"2026-11-30T08:15:02.114Z","level":"INFO","flow":"weights",…,"msg":"Reconciling …"}
 * </pre>
 *
 * A stack trace stays in its record: after the message, with {@code \n} for line ends.
 */
enum LogLine {
    TEXT {
        @Override
        String of(LogRecord record, LogContext context, String message) {
            return "%s %-5s %-10s %s  %s"
                    .formatted(
                            TIME.format(record.getInstant()),
                            level(record.getLevel()),
                            Escaped.line(context.flow(record.getLoggerName())),
                            Escaped.line(context.object()),
                            Escaped.line(
                                    record.getThrown() == null
                                            ? message
                                            : message + ": " + trace(record.getThrown())));
        }
    },

    JSON {
        @Override
        String of(LogRecord record, LogContext context, String message) {
            ObjectNode line = JsonNodeFactory.instance.objectNode();
            line.put("ts", TIME.format(record.getInstant()));
            line.put("level", level(record.getLevel()));
            line.put("flow", context.flow(record.getLoggerName()));
            put(line, context, LogContext.KIND);
            put(line, context, LogContext.NAMESPACE);
            put(line, context, LogContext.NAME);
            put(line, context, LogContext.UID);
            context.get(LogContext.ATTEMPT).ifPresent(text -> attempt(line, text));
            line.put("logger", record.getLoggerName());
            line.put("thread", Thread.currentThread().getName());
            line.put("msg", message);
            put(line, context, LogContext.REASON);
            if (record.getThrown() != null) {
                line.put("stack", trace(record.getThrown()));
            }
            return line.toString();
        }
    };

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    abstract String of(LogRecord record, LogContext context, String message);

    static String level(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (value >= Level.WARNING.intValue()) {
            return "WARN";
        }
        if (value >= Level.INFO.intValue()) {
            return "INFO";
        }
        return value >= Level.FINE.intValue() ? "DEBUG" : "TRACE";
    }

    private static void put(ObjectNode line, LogContext context, String field) {
        context.get(field).ifPresent(value -> line.put(field, value));
    }

    private static void attempt(ObjectNode line, String text) {
        if (text.matches("\\d{1,9}")) {
            line.put(LogContext.ATTEMPT, Integer.parseInt(text));
        }
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString().strip();
    }
}
