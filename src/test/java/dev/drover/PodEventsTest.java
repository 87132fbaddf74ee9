package dev.drover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.config.ConfigurationStatus;
import dev.drover.intents.Notice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Events about the process itself. */
class PodEventsTest {
    private static final Notice.ObjectReference POD =
            new Notice.ObjectReference("v1", "Pod", "drover-system", "drover-7c", "uid-1");

    private final List<Notice> told = new ArrayList<>();

    @Test
    void anIgnoredEditIsToldOnThePod() {
        new PodEvents(Optional.of(POD), (flow, notice) -> told.add(notice))
                .configuration(status(false, "drover.mode: \"off\" is not one of its words"));

        assertThat(told)
                .containsExactly(
                        new Notice(
                                POD,
                                Notice.Type.WARNING,
                                "ConfigurationRejected",
                                "ReadConfiguration",
                                "drover.mode: \"off\" is not one of its words"));
    }

    @Test
    void anEditThatIsTakenOverIsNoEvent() {
        new PodEvents(Optional.of(POD), (flow, notice) -> told.add(notice))
                .configuration(status(true, ""));
        assertThat(told).isEmpty();
    }

    @Test
    void outsideAPodThereIsNobodyToTellItOf() {
        new PodEvents(Optional.empty(), (flow, notice) -> told.add(notice))
                .configuration(status(false, "broken"));
        assertThat(told).isEmpty();
    }

    private static ConfigurationStatus status(boolean valid, String error) {
        return new ConfigurationStatus(valid, "drover.properties", error, Instant.MIN, Instant.MIN);
    }
}
