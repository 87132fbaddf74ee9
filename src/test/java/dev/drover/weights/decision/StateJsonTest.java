package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateJsonTest {
    private static final String TEXT =
            ("{'version':1,'at':'2026-12-01T10:02:30Z','reason':'state','refs':["
                            + "{'ref':'cluster-b','targetModel':'llama-3-70b','baseline':50,'applied':0,"
                            + "'zero':'unhealthy','before':0.4744},"
                            + "{'ref':'cluster-c','namespace':'edge','targetModel':'llama-3-70b',"
                            + "'baseline':50,'applied':100},"
                            + "{'ref':'cluster-c','namespace':'edge','targetModel':'llama-3-70b',"
                            + "'baseline':5,'applied':4,'before':0.35,'ramp':2}]}")
                    .replace('\'', '"');

    private static final WeightsState STATE =
            new WeightsState(
                    Instant.parse("2026-12-01T10:02:30Z"),
                    "state",
                    List.of(
                            new StateEntry(
                                    new RefKey("", "cluster-b", "llama-3-70b", 0),
                                    50,
                                    0,
                                    Optional.of("unhealthy"),
                                    OptionalDouble.of(0.4744),
                                    OptionalInt.empty()),
                            StateEntry.given(new RefKey("edge", "cluster-c", "llama-3-70b", 0), 50)
                                    .written(100),
                            new StateEntry(
                                    new RefKey("edge", "cluster-c", "llama-3-70b", 1),
                                    5,
                                    4,
                                    Optional.empty(),
                                    OptionalDouble.of(0.35),
                                    OptionalInt.of(2))));

    @Test
    void writesOneLineWithKeysInTheirOrder() {
        assertThat(StateJson.write(STATE)).isEqualTo(TEXT);
    }

    @Test
    void readsWhatItWrites() {
        assertThat(StateJson.read(TEXT)).hasValue(STATE);
    }

    @Test
    void writesWholeSecondsAndFourDecimals() {
        WeightsState odd =
                new WeightsState(
                        Instant.parse("2026-12-01T10:02:00.999Z"),
                        "load",
                        List.of(STATE.entries().get(0).withBefore(1 / 3.0)));

        assertThat(StateJson.write(odd)).contains("10:02:00Z", "\"before\":0.3333}");
    }

    @Test
    void ignoresWhatItDoesNotKnow() {
        String more =
                TEXT.replace("\"reason\"", "\"more\":{\"x\":[1]},\"reason\"")
                        .replace("\"baseline\":50", "\"note\":null,\"baseline\":50");

        assertThat(StateJson.read(more)).hasValue(STATE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "not json",
                "{'version':1}",
                "{'version':2,'at':'2026-12-01T10:02:30Z','reason':'load','refs':[]}",
                "{'version':'1','at':'2026-12-01T10:02:30Z','reason':'load','refs':[]}",
                "{'version':1,'at':'yesterday','reason':'load','refs':[]}",
                "{'version':1,'at':'2026-12-01T10:02:30Z','reason':'load','refs':{}}",
                "{'version':1,'at':'2026-12-01T10:02:30Z','reason':'load','refs':[1]}",
                "{'version':1,'at':'2026-12-01T10:02:30Z','reason':'load','refs':[]} trailing",
                "{'version':1,'at':'2026-12-01T10:02:30Z','reason':'load','refs':[{'ref':'b',"
                        + "'targetModel':'m','baseline':101,'applied':1}]}",
                "{'version':1,'at':'2026-12-01T10:02:30Z','reason':'load','refs':[{'ref':'b',"
                        + "'targetModel':'m','baseline':1}]}",
            })
    void treatsAnythingElseAsUnreadable(String text) {
        assertThat(StateJson.read(text.replace('\'', '"'))).isEmpty();
    }
}
