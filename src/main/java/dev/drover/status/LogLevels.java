package dev.drover.status;

import dev.drover.config.DroverKeys.LogLevel;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/** Sets the levels of loggers while running, as {@code drover.log.level} and its family say. */
public final class LogLevels {
    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(LogLevels.class);

    /** Kept, because java.util.logging forgets loggers that nobody holds, levels included. */
    private final Map<String, Logger> held = new HashMap<>(); // guarded by this

    private Map<String, LogLevel> applied = Map.of(); // guarded by this

    /**
     * Makes these the levels; loggers that are named no longer follow their parents again. A change
     * of what was applied before is logged.
     *
     * @param root level of every logger that has none of its own
     * @param loggers by name
     */
    public synchronized void apply(LogLevel root, Map<String, LogLevel> loggers) {
        Map<String, LogLevel> wanted = new TreeMap<>(loggers);
        wanted.put("", root);
        if (wanted.equals(applied)) {
            return;
        }
        applied.keySet().stream()
                .filter(name -> !wanted.containsKey(name))
                .forEach(name -> held.remove(name).setLevel(null));
        wanted.forEach(
                (name, level) ->
                        held.computeIfAbsent(name, Logger::getLogger).setLevel(levelOf(level)));
        if (!applied.isEmpty()) {
            LOG.info("log levels: root {}, {}", root, new TreeMap<>(loggers));
        }
        applied = wanted;
    }

    private static Level levelOf(LogLevel level) {
        return switch (level) {
            case TRACE -> Level.FINEST;
            case DEBUG -> Level.FINE;
            case INFO -> Level.INFO;
            case WARN -> Level.WARNING;
            case ERROR -> Level.SEVERE;
            case OFF -> Level.OFF;
        };
    }
}
