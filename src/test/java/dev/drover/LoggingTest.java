package dev.drover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.config.DroverKeys.LogLevel;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which loggers are heard. */
class LoggingTest {
    @Test
    void usersMayHearWhatIsQuietByItself() {
        assertThat(Logging.loggers(Map.of("org.apache.camel", LogLevel.DEBUG)))
                .containsEntry("org.apache.camel", LogLevel.DEBUG)
                .containsEntry("io.vertx", LogLevel.WARN);
    }

    @Test
    void nobodyHearsTheHeadersOfHttpCallsWhichHoldTokens() {
        Map<String, LogLevel> all =
                Map.of(
                        "org.apache.hc", LogLevel.DEBUG,
                        "org.apache.hc.client5.http.headers", LogLevel.DEBUG,
                        "org.apache.hc.client5.http.wire", LogLevel.TRACE);

        assertThat(Logging.loggers(all))
                .containsEntry("org.apache.hc", LogLevel.DEBUG)
                .containsEntry("org.apache.hc.client5.http.headers", LogLevel.WARN)
                .containsEntry("org.apache.hc.client5.http.wire", LogLevel.WARN);
    }
}
