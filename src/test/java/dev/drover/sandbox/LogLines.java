package dev.drover.sandbox;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a logger and those below it said at INFO and above. */
public final class LogLines extends Handler {
    private final Logger logger;
    private final List<String> seen = new CopyOnWriteArrayList<>();

    public LogLines(String name) {
        logger = Logger.getLogger(name);
        logger.setLevel(Level.INFO);
        logger.addHandler(this);
    }

    /** From now on at DEBUG, too. */
    public void debug() {
        logger.setLevel(Level.FINE);
    }

    /** {@code INFO Reconciling …} */
    public List<String> seen() {
        return List.copyOf(seen);
    }

    /** Forgets what was seen. */
    public void clear() {
        seen.clear();
    }

    @Override
    public void publish(LogRecord entry) {
        seen.add(entry.getLevel() + " " + entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setLevel(null);
    }
}
