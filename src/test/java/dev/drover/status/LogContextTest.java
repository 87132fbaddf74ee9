package dev.drover.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Whom a line is about. */
class LogContextTest {
    @AfterEach
    void clear() {
        MDC.clear();
    }

    @Test
    void aLineOfAPassMayBeAboutAnotherObject() {
        List<LogContext> seen = new ArrayList<>();
        try (LogContext.Scope pass =
                LogContext.with(Map.of("namespace", "team-a", "name", "llama", "uid", "u-1"))) {
            LogContext.about(
                    "ExternalProvider",
                    new ObjectKey("team-b", "cluster-b"),
                    () -> seen.add(LogContext.current()));
            seen.add(LogContext.current());
            assertThat(pass).isNotNull();
        }

        assertThat(seen.get(0).object()).isEqualTo("team-b/cluster-b");
        assertThat(seen.get(0).get(LogContext.KIND)).contains("ExternalProvider");
        assertThat(seen.get(0).get(LogContext.UID)).isEqualTo(Optional.empty());
        assertThat(seen.get(1).object()).isEqualTo("team-a/llama");
        assertThat(seen.get(1).get(LogContext.UID)).contains("u-1");
        assertThat(LogContext.current().object()).isEqualTo("-");
    }
}
