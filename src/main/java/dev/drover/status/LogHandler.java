package dev.drover.status;

import dev.drover.config.DroverKeys.LogFormat;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.logging.ErrorManager;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Writes every record as one line of UTF-8 to standard output. Warnings that repeat are left out
 * for a minute and counted in the next one ({@code suppressed=<n>}).
 */
public final class LogHandler extends Handler {
    private final OutputStream out; // guarded by this
    private final Repetitions repetitions; // guarded by this
    private final SimpleFormatter messages = new SimpleFormatter(); // fills in {0} of JDK loggers
    private volatile LogLine layout;

    LogHandler(OutputStream out, LogFormat format, LongSupplier nanos) {
        this.out = out;
        this.repetitions = new Repetitions(nanos);
        setFormat(format);
    }

    /** Takes over all logging of the process; whatever handled it before is removed. */
    public static LogHandler install(LogFormat format) {
        LogHandler handler =
                new LogHandler(new FileOutputStream(FileDescriptor.out), format, System::nanoTime);
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        root.setLevel(Level.INFO);
        return handler;
    }

    /** Changes the form of the lines from the next record on. */
    public void setFormat(LogFormat format) {
        layout =
                switch (format) {
                    case TEXT -> LogLine.TEXT;
                    case JSON -> LogLine.JSON;
                };
    }

    @Override
    public void publish(LogRecord record) {
        if (!isLoggable(record)) {
            return;
        }
        try {
            String message = messages.formatMessage(record);
            write(record, LogContext.current(), message == null ? "" : message);
        } catch (IOException e) {
            reportError("standard output cannot be written", e, ErrorManager.WRITE_FAILURE);
        } catch (RuntimeException e) { // boundary: logging never breaks what it reports on
            reportError("a record cannot be laid out", e, ErrorManager.FORMAT_FAILURE);
        }
    }

    private synchronized void write(LogRecord record, LogContext context, String message)
            throws IOException {
        OptionalInt suppressed =
                LogLine.level(record.getLevel()).equals("WARN")
                        ? repetitions.admit(record, context, message)
                        : OptionalInt.of(0);
        if (suppressed.isEmpty()) {
            return;
        }
        String full =
                suppressed.getAsInt() == 0
                        ? message
                        : message + " suppressed=" + suppressed.getAsInt();
        String line = layout.of(record, context, full) + "\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
