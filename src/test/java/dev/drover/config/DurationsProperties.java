package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class DurationsProperties {

    @Property
    void readsBackWhatItWrites(@ForAll @LongRange(min = 0, max = 900_000_000_000L) long millis) {
        Duration duration = Duration.ofMillis(millis);

        assertThat(Durations.parse(Durations.text(duration))).isEqualTo(duration);
    }

    @Example
    void writesTheUnitThatAPersonWouldChoose() {
        assertThat(Durations.text(Duration.ofMillis(1500))).isEqualTo("1500ms");
        assertThat(Durations.text(Duration.ofSeconds(60))).isEqualTo("60s");
        assertThat(Durations.text(Duration.ofSeconds(90))).isEqualTo("90s");
        assertThat(Durations.text(Duration.ofMinutes(3))).isEqualTo("3m");
        assertThat(Durations.text(Duration.ofHours(2))).isEqualTo("2h");
        assertThat(Durations.text(Duration.ZERO)).isEqualTo("0s");
    }
}
