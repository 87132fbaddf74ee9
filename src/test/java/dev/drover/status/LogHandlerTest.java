package dev.drover.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.config.DroverKeys.LogFormat;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The form of log lines: operations 9. */
class LogHandlerTest {
    private static final Map<String, String> ABOUT =
            Map.of(
                    "flow", "weights",
                    "kind", "ExternalModel",
                    "namespace", "maas-system",
                    "name", "llama-3-70b",
                    "uid", "u-1",
                    "attempt", "1",
                    "reason", "first-sight");
    private static final String RECONCILING =
            "Reconciling ExternalModel: llama-3-70b namespace=maas-system reason=first-sight";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private long now;
    private final LogHandler handler = new LogHandler(out, LogFormat.TEXT, () -> now);

    private void log(Level level, String logger, String message, Throwable thrown) {
        LogRecord record = new LogRecord(level, message);
        record.setLoggerName(logger);
        record.setInstant(Instant.parse("2026-11-30T08:15:02.114Z"));
        record.setThrown(thrown);
        handler.publish(record);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void textNamesTimeLevelFlowObjectMessage() {
        try (var scope = LogContext.with(ABOUT)) {
            log(Level.INFO, "dev.drover.weights.GatherProcessor", RECONCILING, null);
        }
        assertThat(lines())
                .containsExactly(
                        "2026-11-30T08:15:02.114Z INFO  weights    maas-system/llama-3-70b  "
                                + RECONCILING);
    }

    @Test
    void jsonCarriesEveryFieldInOneOrder() throws Exception {
        handler.setFormat(LogFormat.JSON);
        try (var scope = LogContext.with(ABOUT)) {
            log(Level.INFO, "dev.drover.weights.GatherProcessor", RECONCILING, null);
        }
        JsonNode line = new ObjectMapper().readTree(lines().get(0));
        assertThat(line.fieldNames())
                .toIterable()
                .containsExactly(
                        "ts",
                        "level",
                        "flow",
                        "kind",
                        "namespace",
                        "name",
                        "uid",
                        "attempt",
                        "logger",
                        "thread",
                        "msg",
                        "reason");
        assertThat(line.get("ts").textValue()).isEqualTo("2026-11-30T08:15:02.114Z");
        assertThat(line.get("attempt").isInt()).isTrue();
        assertThat(line.get("msg").textValue()).isEqualTo(RECONCILING);
    }

    @ParameterizedTest
    @CsvSource({
        "dev.drover.registry.Sync,              registry",
        "dev.drover.leadership.FlowLeadership,  leadership",
        "dev.drover.Drover,                     drover",
        "org.apache.camel.impl.X,               camel",
        "io.vertx.core.Thing,                   Thing",
    })
    void takesTheFlowFromTheLoggerWhereNothingIsSaid(String logger, String flow) {
        log(Level.INFO, logger, "x", null);
        assertThat(lines().get(0)).contains(" INFO  %-10s -  x".formatted(flow));
    }

    @Test
    void whatWasSaidBeforeIsBackAfterwards() {
        try (var outer = LogContext.with(Map.of("name", "outer"))) {
            try (var inner = LogContext.with(Map.of("name", "inner", "namespace", "x"))) {
                log(Level.INFO, "a", "one", null);
            }
            log(Level.INFO, "a", "two", null);
        }
        log(Level.INFO, "a", "three", null);
        assertThat(lines().get(0)).endsWith(" x/inner  one");
        assertThat(lines().get(1)).endsWith(" outer  two");
        assertThat(lines().get(2)).endsWith(" -  three");
    }

    @Test
    void dataCannotForgeALine() {
        try (var scope = LogContext.with(Map.of("name", "a\nb"))) {
            log(Level.INFO, "x", "a\r\n2026 ERROR forged\u001b[31m\u2028\u202e ü 😀\ttab", null);
        }
        assertThat(lines()).hasSize(1);
        assertThat(lines().get(0))
                .contains("a\\nb  a\\r\\n2026 ERROR forged\\u001b[31m\\u2028\\u202e ü 😀\\ttab");
    }

    @Test
    void aStackTraceStaysInItsLine() throws Exception {
        log(Level.SEVERE, "x", "broken", new IllegalStateException("why"));
        handler.setFormat(LogFormat.JSON);
        log(Level.SEVERE, "x", "broken", new IllegalStateException("why"));
        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0))
                .contains(" ERROR x ")
                .contains("broken: java.lang.IllegalStateException: why\\n\\tat ");
        assertThat(new ObjectMapper().readTree(lines().get(1)).get("stack").textValue())
                .startsWith("java.lang.IllegalStateException: why\n\tat ");
    }

    @Test
    void aWarningThatRepeatsIsToldOnceAMinuteAndCounted() {
        for (int attempt = 1; attempt <= 5; attempt++) {
            log(Level.WARNING, "x", "attempt " + attempt + " failed", null);
        }
        try (var other = LogContext.with(Map.of("name", "other"))) {
            log(Level.WARNING, "x", "attempt 1 failed", null);
        }
        log(Level.INFO, "x", "same", null);
        log(Level.INFO, "x", "same", null);
        now += Duration.ofSeconds(59).toNanos();
        log(Level.WARNING, "x", "attempt 6 failed", null);
        now += Duration.ofSeconds(1).toNanos();
        log(Level.WARNING, "x", "attempt 7 failed", null);
        now += Duration.ofSeconds(60).toNanos();
        log(Level.WARNING, "x", "attempt 8 failed", null);
        assertThat(lines())
                .extracting(line -> line.substring(line.indexOf("  ", 36) + 2).strip())
                .containsExactly(
                        "-  attempt 1 failed",
                        "other  attempt 1 failed",
                        "-  same",
                        "-  same",
                        "-  attempt 7 failed suppressed=5",
                        "-  attempt 8 failed");
    }
}
