package dev.drover;

import dev.drover.config.DroverKeys;
import dev.drover.config.DroverKeys.LogLevel;
import dev.drover.config.Values;
import dev.drover.status.LogHandler;
import dev.drover.status.LogLevels;
import java.util.LinkedHashMap;
import java.util.Map;

/** Log lines as {@code drover.log.*} asks for them, at start and after each edit. */
abstract class Logging {
    /** What says at INFO what Drover says itself, or warns of what is no news. */
    private static final Map<String, LogLevel> QUIET =
            Map.of(
                    "org.apache.camel", LogLevel.WARN,
                    "io.vertx", LogLevel.WARN,
                    // its ERROR with a stack trace tells again what a consumer's own line says
                    "org.apache.camel.processor.errorhandler.DefaultErrorHandler", LogLevel.OFF,
                    "org.apache.hc", LogLevel.WARN,
                    "io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils", LogLevel.ERROR,
                    // a stack trace a try while the API server is away, of which Drover tells once
                    "io.fabric8.kubernetes.client.dsl.internal.AbstractWatchManager",
                            LogLevel.WARN);

    /** What writes every header that is sent, tokens included, whoever asks for it. */
    private static final Map<String, LogLevel> NEVER_LOUDER =
            Map.of(
                    "org.apache.hc.client5.http.headers", LogLevel.WARN,
                    "org.apache.hc.client5.http.wire", LogLevel.WARN);

    private Logging() {}

    /** Levels of loggers: what is quiet by itself, what users wrote, what may not be louder. */
    static Map<String, LogLevel> loggers(Map<String, LogLevel> written) {
        Map<String, LogLevel> loggers = new LinkedHashMap<>(QUIET);
        loggers.putAll(written);
        loggers.putAll(NEVER_LOUDER);
        return loggers;
    }

    /** Takes over all logging of the process. */
    static Logging install(Values values) {
        LogHandler handler = LogHandler.install(values.get(DroverKeys.LOG_FORMAT));
        LogLevels levels = new LogLevels();
        Logging logging =
                new Logging() {
                    @Override
                    void apply(Values now) {
                        handler.setFormat(now.get(DroverKeys.LOG_FORMAT));
                        levels.apply(
                                now.get(DroverKeys.LOG_LEVEL),
                                loggers(now.get(DroverKeys.LOG_LEVELS)));
                    }
                };
        logging.apply(values);
        return logging;
    }

    /** Leaves logging to the program that Drover runs in. */
    static Logging untouched() {
        return new Logging() {
            @Override
            void apply(Values now) {}
        };
    }

    abstract void apply(Values now);
}
