package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PassLogTest {
    @SuppressWarnings("StaticAssignmentOfThrowable") // handed over, never thrown
    private static final ResourceException REFUSED =
            new Denied(
                    ResourceException.Answer.of(
                            "create", "batch/v1/jobs", ObjectKey.parse("team-a/j"), 403));

    private final Logger logger = Logger.getLogger(ResourcesConsumer.class.getName());
    private final List<LogRecord> lines = new ArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord line) {
                    lines.add(line);
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
    private final PassLog log = new PassLog();

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void tellsAttemptsOneTwoFourEight() {
        for (int attempt = 1; attempt <= 11; attempt++) {
            log.failed(work(attempt), REFUSED);
        }

        assertThat(lines)
                .extracting(LogRecord::getMessage)
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("Attempt 1 failed: "),
                        line -> assertThat(line).startsWith("Attempt 2 failed: "),
                        line -> assertThat(line).startsWith("Attempt 4 failed: "),
                        line -> assertThat(line).startsWith("Attempt 8 failed: "));
    }

    @Test
    void whatTheSurroundingsCausedIsAWarningOfOneLine() {
        log.failed(work(1), REFUSED);
        log.failed(work(1), new IOException("connection reset"));

        assertThat(lines).allMatch(line -> line.getLevel().equals(Level.WARNING));
        assertThat(lines).allMatch(line -> line.getThrown() == null);
    }

    @Test
    void aFaultOfTheProgramIsAnErrorWithItsTrace() {
        log.failed(work(1), new IllegalStateException("a bug"));

        assertThat(lines).singleElement().matches(line -> line.getLevel().equals(Level.SEVERE));
        assertThat(lines.get(0).getThrown()).hasMessage("a bug");
    }

    private static Work work(int attempt) {
        return new Work(
                ObjectKey.parse("team-a/a"),
                attempt,
                "updated",
                OptionalLong.empty(),
                Duration.ZERO,
                false,
                null);
    }
}
