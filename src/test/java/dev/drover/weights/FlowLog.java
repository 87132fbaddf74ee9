package dev.drover.weights;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the flow logged at INFO and above. */
final class FlowLog extends Handler {
    private final Logger logger = Logger.getLogger("dev.drover.weights");
    private final List<String> seen = new CopyOnWriteArrayList<>();

    FlowLog() {
        logger.setLevel(Level.INFO);
        logger.addHandler(this);
    }

    /** From now on at DEBUG, too. */
    void debug() {
        logger.setLevel(Level.FINE);
    }

    List<String> seen() {
        return List.copyOf(seen);
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
