package dev.drover.weights.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.polling.PollRhythm;
import dev.drover.weights.polling.PollSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HealthTrackerTest {
    private static final ObjectKey MODEL = new ObjectKey("ns", "model-a");
    private static final ObjectKey OTHER = new ObjectKey("ns", "model-b");
    private static final ObjectKey B = new ObjectKey("ns", "cluster-b");
    private static final ObjectKey C = new ObjectKey("ns", "cluster-c");
    private static final Probe PROBE = probe("lb.example.com", 443);
    private static final ProbeResult FAILED = ProbeResult.failed("connection refused");

    private final List<String> news = new ArrayList<>();
    private final PollSchedule<Probe> schedule =
            new PollSchedule<>(
                    new PollRhythm<>(Probe::interval, 0.1, () -> 16),
                    () -> 0,
                    new Random(1),
                    probe -> {});
    private final HealthTracker tracker =
            new HealthTracker(
                    schedule,
                    new HealthListener() {
                        @Override
                        public void changed(
                                ObjectKey provider, ProviderHealth.State from, ProviderHealth to) {
                            news.add(provider.name() + " " + from + " -> " + to.state());
                        }

                        @Override
                        public void denied(ObjectKey provider, Probe probe, String detail) {
                            news.add(provider.name() + " denied: " + detail);
                        }

                        @Override
                        public void revised(ObjectKey provider) {}
                    });

    @Test
    void oneProberServesAllProvidersThatAgreeInEndpointPortAndSettings() {
        tracker.declare(MODEL, List.of(probed(B, PROBE), probed(C, probe("lb.example.com", 443))));
        tracker.declare(OTHER, List.of(probed(B, PROBE)));
        assertThat(schedule.getEntries()).isEqualTo(1);

        assertThat(tracker.record(PROBE, ProbeResult.OK)).containsExactlyInAnyOrder(MODEL, OTHER);
        assertThat(news)
                .containsExactly("cluster-b UNKNOWN -> HEALTHY", "cluster-c UNKNOWN -> HEALTHY");
    }

    @Test
    void anotherPortIsAnotherProber() {
        tracker.declare(MODEL, List.of(probed(B, PROBE), probed(C, probe("lb.example.com", 8443))));
        assertThat(schedule.getEntries()).isEqualTo(2);
    }

    @Test
    void aRelistAddsNoProber() {
        for (int i = 0; i < 5; i++) {
            tracker.declare(MODEL, List.of(probed(B, PROBE)));
        }
        tracker.record(PROBE, ProbeResult.OK);
        tracker.declare(MODEL, List.of(probed(B, PROBE)));

        assertThat(schedule.getEntries()).isEqualTo(1);
        assertThat(tracker.state("ns", "cluster-b")).isEqualTo(ProviderHealth.State.HEALTHY);
    }

    @Test
    void stopsWithTheLastReference() {
        tracker.declare(MODEL, List.of(probed(B, PROBE)));
        tracker.declare(OTHER, List.of(probed(B, PROBE)));
        tracker.release(MODEL);
        assertThat(schedule.getEntries()).isEqualTo(1);
        tracker.release(OTHER);
        assertThat(schedule.getEntries()).isZero();
        assertThat(tracker.state("ns", "cluster-b")).isEqualTo(ProviderHealth.State.NONE);

        assertThat(tracker.record(PROBE, FAILED)).isEmpty();
    }

    @Test
    void anotherEndpointStartsANewProberAsUnknownAndStopsTheOld() {
        tracker.declare(MODEL, List.of(probed(B, PROBE)));
        fail(PROBE, 3);
        assertThat(tracker.isHealthy("ns", "cluster-b")).isFalse();

        Probe moved = probe("new.example.com", 443);
        tracker.declare(MODEL, List.of(probed(B, moved)));

        assertThat(schedule.getEntries()).isEqualTo(1);
        assertThat(tracker.state("ns", "cluster-b")).isEqualTo(ProviderHealth.State.UNKNOWN);
        assertThat(tracker.isHealthy("ns", "cluster-b")).as("unknown is eligible").isTrue();
        fail(PROBE, 3);
        assertThat(tracker.state("ns", "cluster-b"))
                .as("a late result of the old one does not count")
                .isEqualTo(ProviderHealth.State.UNKNOWN);
    }

    @Test
    void tellsModelsOnlyOfChanges() {
        tracker.declare(MODEL, List.of(probed(B, PROBE)));
        tracker.record(PROBE, ProbeResult.OK);

        assertThat(tracker.record(PROBE, ProbeResult.OK)).isEmpty();
        assertThat(tracker.record(PROBE, FAILED)).isEmpty();
        assertThat(tracker.record(PROBE, FAILED)).isEmpty();
        assertThat(tracker.record(PROBE, FAILED)).containsExactly(MODEL);
        assertThat(tracker.record(PROBE, FAILED)).isEmpty();
        assertThat(news)
                .containsExactly("cluster-b UNKNOWN -> HEALTHY", "cluster-b HEALTHY -> UNHEALTHY");
        assertThat(schedule.getFailing()).isEqualTo(1);
    }

    @Test
    void withoutAHealthCheckAProviderCountsAsHealthyAndHasNoState() {
        assertThat(tracker.isHealthy("ns", "cluster-b")).isTrue();
        assertThat(tracker.state("ns", "cluster-b")).isEqualTo(ProviderHealth.State.NONE);
    }

    @Test
    void aProviderIsAsBadAsTheWorstOfItsProbes() {
        Probe second = probe("lb.example.com", 8443);
        tracker.declare(MODEL, List.of(probed(B, PROBE), probed(B, second)));
        tracker.record(PROBE, ProbeResult.OK);
        assertThat(tracker.state("ns", "cluster-b")).isEqualTo(ProviderHealth.State.UNKNOWN);
        fail(second, 3);
        assertThat(tracker.state("ns", "cluster-b")).isEqualTo(ProviderHealth.State.UNHEALTHY);
        assertThat(tracker.health(PROBE)).isEqualTo(ProviderHealth.HEALTHY);
    }

    @Test
    void aDeniedAddressIsToldOnceAndMakesTheStateUnknown() {
        tracker.declare(MODEL, List.of(probed(B, PROBE)));
        tracker.record(PROBE, ProbeResult.OK);
        news.clear();

        assertThat(tracker.record(PROBE, ProbeResult.denied("no"))).containsExactly(MODEL);
        tracker.record(PROBE, ProbeResult.denied("no"));
        assertThat(news).containsExactly("cluster-b HEALTHY -> UNKNOWN", "cluster-b denied: no");
    }

    @Test
    void anExceptionInsideTheProberIsNotAFailedProbe() {
        tracker.declare(MODEL, List.of(probed(B, PROBE)));
        tracker.record(PROBE, ProbeResult.OK);
        for (int i = 0; i < 5; i++) {
            tracker.broken(PROBE, new IllegalStateException("bug"));
        }
        assertThat(tracker.state("ns", "cluster-b")).isEqualTo(ProviderHealth.State.HEALTHY);
    }

    private void fail(Probe probe, int times) {
        for (int i = 0; i < times; i++) {
            tracker.record(probe, FAILED);
        }
    }

    private static ProbedProvider probed(ObjectKey provider, Probe probe) {
        return new ProbedProvider(provider, probe);
    }

    private static Probe probe(String endpoint, int port) {
        return new Probe(endpoint, port, Duration.ofSeconds(10), Duration.ofSeconds(3), 3, 2);
    }
}
