package dev.drover.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.InformerState;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.WorkerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheck.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When each check is DOWN: operations 7. */
class HealthChecksTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a leader whose routes run,               true,  ,                UP",
        "a leader whose route is late,            true,  PT29.999S,       UP",
        "a leader whose route does not start,     true,  PT30S,           DOWN",
        "a standby,                               false, ,                UP",
        "a standby that just lost,                false, PT31S,           UP",
    })
    void aFlowIsDownWhenItLeadsWithoutItsRoutes(
            String what, boolean leading, Duration missing, State state) {
        HealthCheck.Result result = new FlowCheck(flow(leading, missing)).call();
        assertThat(result.getState()).isEqualTo(state);
        assertThat(result.getDetails())
                .containsEntry("leader", leading)
                .containsEntry("holder", "drover-a_1")
                .containsEntry("mode", "apply")
                .containsEntry("forbidden", "patch")
                .containsEntry("routesNotStarted", missing == null ? "" : "weights-tick");
        if (state == State.DOWN) {
            assertThat(result.getMessage().orElseThrow()).contains("weights-tick");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "synced and connected,               false, true,  PT0S,  UP",
        "not synced,                         false, false, PT0S,  DOWN",
        "disconnected for as long as allowed,false, true,  PT60S, UP",
        "disconnected for longer,            false, true,  PT61S, DOWN",
        "kind not served,                    true,  false, PT99S, UP",
    })
    void informersAreDownWhileTheirCachesCannotBeTrusted(
            String what, boolean missing, boolean synced, Duration disconnected, State state) {
        InformerState informer =
                new InformerState(
                        "externalmodels",
                        missing,
                        synced,
                        7,
                        Optional.of(Duration.ofSeconds(3)),
                        disconnected,
                        Optional.of("forbidden"));
        HealthCheck.Result result =
                new InformersCheck(() -> List.of(informer), () -> Duration.ofSeconds(60)).call();
        assertThat(result.getState()).isEqualTo(state);
        assertThat(result.getDetails().get("externalmodels"))
                .asString()
                .startsWith(missing ? "missing" : "synced=" + synced + " objects=7 lastEvent=3s");
    }

    @Test
    void workersAreDownWhileOneIsStuckAndSayWhere() {
        List<WorkerState> stuck = new ArrayList<>();
        WorkersCheck check = new WorkersCheck(() -> stuck);
        assertThat(check.call().getState()).isEqualTo(State.UP);
        stuck.add(
                new WorkerState(
                        "weights",
                        "externalmodels",
                        ObjectKey.parse("a/b"),
                        "decide",
                        Duration.ofMinutes(3),
                        Duration.ofMinutes(4),
                        "worker-1"));
        HealthCheck.Result result = check.call();
        assertThat(result.getState()).isEqualTo(State.DOWN);
        assertThat(result.getDetails())
                .containsEntry("worker-1", "flow=weights key=a/b step=decide since=180s");
    }

    @Test
    void aBadEditIsShownAndLeavesThePodReady() {
        HealthCheck.Result result =
                new ReportCheck("drover-config", () -> Map.of("lastError", "line 4")).call();
        assertThat(result.getState()).isEqualTo(State.UP);
        assertThat(result.getDetails()).containsEntry("lastError", "line 4");
    }

    @Test
    void onlyStuckWorkersCostThePodItsLife() {
        List<HealthCheck> ready =
                List.of(
                        new FlowCheck(flow(true, null)),
                        new InformersCheck(List::of, () -> Duration.ZERO),
                        new ReportCheck("drover-routes", Map::of));
        assertThat(ready).allMatch(HealthCheck::isReadiness).noneMatch(HealthCheck::isLiveness);
        HealthCheck workers = new WorkersCheck(List::of);
        assertThat(workers.isLiveness()).isTrue();
        assertThat(workers.isReadiness()).isFalse();
    }

    private static Flow flow(boolean leading, Duration missing) {
        return new Flow() {
            @Override
            public String name() {
                return "weights";
            }

            @Override
            public boolean leading() {
                return leading;
            }

            @Override
            public Optional<String> holder() {
                return Optional.of("drover-a_1");
            }

            @Override
            public SortedMap<String, Duration> routesNotStarted() {
                SortedMap<String, Duration> routes = new TreeMap<>();
                if (missing != null) {
                    routes.put("weights-tick", missing);
                }
                return routes;
            }

            @Override
            public String mode() {
                return "apply";
            }

            @Override
            public Map<String, Object> details() {
                return Map.of("forbidden", "patch");
            }
        };
    }
}
