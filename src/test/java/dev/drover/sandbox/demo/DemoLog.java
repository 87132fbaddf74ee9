package dev.drover.sandbox.demo;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Shows Drover's log lines between the rows of the demo. */
final class DemoLog extends Handler {
    private static final String WRITTEN = "Weights: ";

    // java.util.logging forgets the level of a logger that nobody holds
    private static final Logger DROVER = Logger.getLogger("dev.drover");
    private static final Logger USERS = Logger.getLogger("my.route");
    private static final Logger CLIENT = Logger.getLogger("io.fabric8");

    private static final Logger ERROR_HANDLER =
            Logger.getLogger("org.apache.camel.processor.errorhandler.DefaultErrorHandler");

    private final DemoScreen screen;
    private volatile String lastWrite = "none yet";
    private final SimpleFormatter formatter = new SimpleFormatter();

    private DemoLog(DemoScreen screen) {
        this.screen = screen;
    }

    static DemoLog to(DemoScreen screen) {
        LogManager.getLogManager().reset();
        DemoLog log = new DemoLog(screen);
        Logger root = Logger.getLogger("");
        root.setLevel(Level.WARNING);
        root.addHandler(log);
        DROVER.setLevel(Level.INFO);
        USERS.setLevel(Level.INFO);
        ERROR_HANDLER.setLevel(Level.OFF); // as in the product: consumers tell of what failed
        CLIENT.setLevel(Level.SEVERE); // it warns of every kind whose version is alpha
        return log;
    }

    /** What was written last, as the log tells it. */
    String lastWrite() {
        return lastWrite;
    }

    @Override
    public void publish(LogRecord record) {
        if (!isLoggable(record)) {
            return;
        }
        String message = formatter.formatMessage(record);
        int start = message.indexOf(WRITTEN);
        if (start >= 0) {
            lastWrite = message.substring(start + WRITTEN.length());
        }
        screen.say(record.getLevel() + " " + message);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
