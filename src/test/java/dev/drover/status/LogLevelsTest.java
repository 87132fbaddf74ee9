package dev.drover.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.config.DroverKeys.LogLevel;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogLevelsTest {
    private final Level before = Logger.getLogger("").getLevel();
    private final LogLevels levels = new LogLevels();

    @AfterEach
    void restore() {
        levels.apply(LogLevel.INFO, Map.of());
        Logger.getLogger("").setLevel(before);
    }

    @Test
    void changesWhatSlf4jLetsThroughAndTakesItBack() {
        org.slf4j.Logger logger = org.slf4j.LoggerFactory.getLogger("test.levels.deep");
        levels.apply(LogLevel.WARN, Map.of());
        assertThat(logger.isInfoEnabled()).isFalse();
        levels.apply(LogLevel.WARN, Map.of("test.levels", LogLevel.DEBUG));
        assertThat(logger.isDebugEnabled()).isTrue();
        assertThat(logger.isTraceEnabled()).isFalse();
        levels.apply(LogLevel.INFO, Map.of());
        assertThat(logger.isDebugEnabled()).isFalse();
        assertThat(logger.isInfoEnabled()).isTrue();
        levels.apply(LogLevel.OFF, Map.of());
        assertThat(logger.isErrorEnabled()).isFalse();
    }
}
