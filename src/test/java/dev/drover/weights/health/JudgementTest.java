package dev.drover.weights.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec weights 5.4 and worked example 15: S good, F failed, D denied; one state a probe. */
class JudgementTest {
    private static final Probe PROBE =
            new Probe("b.example.com", 443, Duration.ofSeconds(10), Duration.ofSeconds(3), 3, 2);

    private final Judgement judgement = new Judgement(PROBE);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "begins as unknown and one success decides,        S,           H",
        "failures below the threshold decide nothing,      F F,         U U",
        "worked example 15,                                F F S F F F, U U H H H X",
        "is unhealthy at once after three from unknown,    F F F,       U U X",
        "one failure between successes changes nothing,    S F S F F S, H H H H H H",
        "needs two successes in a row to come back,        F F F S F S S, U U X X X X H",
        "stays unhealthy however long it fails,            F F F F F F S S, U U X X X X X H",
        "needs three failures again after it came back,    F F F S S F F F, U U X X H H H X",
        "a denied address makes nothing of what was,       S D,         H U",
        "and counting begins anew after it,                F F D F F S, U U U U U H",
        "a denied address is not unhealthy,                F F F D D D, U U X U U U",
    })
    void followsTheResults(String because, String results, String states) {
        List<String> seen = new ArrayList<>();
        for (String result : results.split(" ", -1)) {
            judgement.add(
                    switch (result) {
                        case "S" -> ProbeResult.OK;
                        case "F" -> ProbeResult.failed("connection refused");
                        default -> ProbeResult.denied("b.example.com is in a denied network");
                    });
            seen.add(letter(judgement.health()));
        }
        assertThat(seen.stream().collect(Collectors.joining(" "))).as(because).isEqualTo(states);
    }

    private static String letter(ProviderHealth health) {
        return switch (health.state()) {
            case HEALTHY -> "H";
            case UNHEALTHY -> "X";
            case UNKNOWN -> "U";
            case NONE -> "-";
        };
    }

    @Test
    void saysWhyItIsUnhealthy() {
        judgement.add(ProbeResult.failed("the name does not resolve"));
        judgement.add(ProbeResult.failed("no connection within 3s"));
        judgement.add(ProbeResult.failed("connection refused"));

        assertThat(judgement.health())
                .isEqualTo(
                        ProviderHealth.unhealthy(
                                "3 failed probes of b.example.com:443, last: connection refused"));
    }

    @Test
    void takesTheFirstResultWhenThresholdsAreOne() {
        Judgement strict =
                new Judgement(
                        new Probe("b", 1, Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 1));
        strict.add(ProbeResult.failed("no route to host"));
        assertThat(strict.health().reason())
                .isEqualTo("1 failed probe of b:1, last: no route to host");
        strict.add(ProbeResult.OK);
        assertThat(strict.health()).isEqualTo(ProviderHealth.HEALTHY);
    }
}
