package dev.drover.status;

import dev.drover.kubernetes.ObjectKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.MDC;

/**
 * What a log record is about, taken from the thread that logs: the keys below of slf4j's {@code
 * MDC}. Whoever works on an object sets them around its work; packages that do not know this one
 * use the names directly. Without them the flow is read off the logger's name ({@code
 * dev.drover.<flow>…}) and the object is unknown.
 */
public final class LogContext {
    public static final String FLOW = "flow";
    public static final String KIND = "kind";
    public static final String NAMESPACE = "namespace";
    public static final String NAME = "name";
    public static final String UID = "uid";
    public static final String ATTEMPT = "attempt";
    public static final String REASON = "reason";

    /** What is known of the pass and not of other objects that it mentions. */
    private static final List<String> PASS = List.of(UID, ATTEMPT, REASON);

    private static final String ROOT = "dev.drover.";

    private final Map<String, String> fields;

    private LogContext(Map<String, String> fields) {
        this.fields = fields;
    }

    /**
     * Sets {@code fields} (null values are left out) until closed; then what was before is back.
     */
    public static Scope with(Map<String, String> fields) {
        Map<String, String> before = MDC.getCopyOfContextMap();
        fields.forEach(
                (key, value) -> {
                    if (value != null) {
                        MDC.put(key, value);
                    }
                });
        return () -> MDC.setContextMap(before == null ? Map.of() : before);
    }

    /**
     * Runs {@code log} as being about this object and no other, whatever the thread works on: a
     * pass over a model may have something to say of its providers.
     */
    public static void about(String kind, ObjectKey object, Runnable log) {
        Map<String, String> before = MDC.getCopyOfContextMap();
        PASS.forEach(MDC::remove);
        MDC.put(KIND, kind);
        MDC.put(NAMESPACE, object.namespace());
        MDC.put(NAME, object.name());
        try {
            log.run();
        } finally {
            MDC.setContextMap(before == null ? Map.of() : before);
        }
    }

    static LogContext current() {
        Map<String, String> fields = MDC.getCopyOfContextMap();
        return new LogContext(fields == null ? new HashMap<>() : fields);
    }

    Optional<String> get(String key) {
        return Optional.ofNullable(fields.get(key)).filter(value -> !value.isEmpty());
    }

    /** The flow, else the package of ours that logs, else {@code camel} or the like. */
    String flow(String logger) {
        return get(FLOW).orElseGet(() -> owner(logger));
    }

    /** {@code namespace/name}, {@code name}, or {@code -}. */
    String object() {
        return get(NAME)
                .map(name -> get(NAMESPACE).map(namespace -> namespace + "/").orElse("") + name)
                .orElse("-");
    }

    private static String owner(String logger) {
        if (logger == null || logger.isEmpty()) {
            return "-";
        }
        if (logger.startsWith(ROOT) && logger.indexOf('.', ROOT.length()) > 0) {
            return logger.substring(ROOT.length(), logger.indexOf('.', ROOT.length()));
        }
        if (logger.startsWith("org.apache.camel.")) {
            return "camel";
        }
        return logger.startsWith(ROOT) ? "drover" : logger.substring(logger.lastIndexOf('.') + 1);
    }

    /** A part of a thread's work. */
    @FunctionalInterface
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
