package dev.drover.weights.scraping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.polling.PollRhythm;
import dev.drover.weights.polling.PollSchedule;
import dev.drover.weights.providers.ConfigFinding;
import dev.drover.weights.providers.ProviderEvents;
import dev.drover.weights.providers.RefSources;
import dev.drover.weights.providers.Source;
import dev.drover.weights.providers.Target;
import dev.drover.weights.settings.WeightsConfiguration;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TargetsTest {
    private static final ObjectKey A = new ObjectKey("ns", "model-a");
    private static final ObjectKey B = new ObjectKey("ns", "model-b");
    private static final ObjectKey PROVIDER = new ObjectKey("ns", "cluster-b");
    private static final Target TARGET = target("http://v/metrics");

    private final List<Notice> notices = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final PollSchedule<Target> schedule =
            new PollSchedule<>(
                    new PollRhythm<>(target -> Duration.ofSeconds(10), 0.05, () -> 16),
                    () -> 0,
                    new Random(1),
                    target -> {});
    private final Targets targets = targets(100);

    private Targets targets(int series) {
        return new Targets(
                schedule,
                () -> 0,
                WeightsConfiguration::defaults,
                new SourceNews(
                        new ProviderEvents(
                                notices::add,
                                provider -> Optional.of("uid-of-" + provider.name()))),
                new SourceSeries(meters, () -> 0, series));
    }

    @Test
    void scrapesATargetOnceForAllModelsAndUntilTheLastIsGone() {
        targets.declare(A, List.of(ref(TARGET), ref(TARGET)));
        targets.declare(B, List.of(ref(TARGET), ref(target("http://w/metrics"))));
        assertThat(schedule.getEntries()).isEqualTo(2);
        assertThat(targets.models(TARGET)).containsExactlyInAnyOrder(A, B);

        targets.release(B);
        assertThat(schedule.getEntries()).isEqualTo(1);
        assertThat(targets.models(TARGET)).containsExactly(A);
        assertThat(series()).isEqualTo(1);

        targets.release(A);
        assertThat(schedule.getEntries()).isZero();
        assertThat(targets.models(TARGET)).isEmpty();
        assertThat(series()).isZero();
    }

    @Test
    void keepsWhatIsKnownWhenAModelIsDeclaredAnew() {
        targets.declare(A, List.of(ref(TARGET)));
        targets.failed(TARGET, Outcome.TIMEOUT, "slow");
        targets.declare(A, List.of(ref(TARGET), ref(target("http://w/metrics"))));
        assertThat(targets.figures(ref(TARGET)).get(0).outcome()).isEqualTo("timeout");
    }

    @Test
    void tellsAFindingOnceHoweverManyModelsHaveIt() {
        ConfigFinding finding =
                new ConfigFinding("metrics.epp.url", "x", "a URL", Optional.of(SourceKind.EPP));
        RefSources ref = new RefSources(PROVIDER, "m", List.of(), List.of(finding));
        targets.declare(A, List.of(ref));
        targets.declare(B, List.of(ref));
        targets.declare(B, List.of(ref, ref(TARGET)));
        assertThat(notices).extracting(Notice::reason).containsExactly("InvalidProviderConfig");
        assertThat(targets.figures(ref))
                .singleElement()
                .satisfies(figures -> assertThat(figures.outcome()).isEqualTo("config"));
    }

    @Test
    void aResultForATargetThatNobodyWantsAnyMoreIsDropped() {
        targets.failed(TARGET, Outcome.TIMEOUT, "slow");
        assertThat(targets.figures(ref(TARGET)).get(0).attempted()).isFalse();
        assertThat(notices).isEmpty();
    }

    @Test
    void countsTheSeriesThatAreTooMany() {
        Targets few = targets(2);
        few.declare(A, List.of(ref(TARGET)));
        assertThat(meters.get("drover.metrics.series.dropped").counter().count()).isZero();

        few.declare(
                B,
                List.of(
                        new RefSources(
                                new ObjectKey("maas-system", "another"),
                                "m",
                                List.of(new Source(TARGET, null, false)),
                                List.of())));

        assertThat(series()).isEqualTo(1);
        assertThat(meters.get("drover.metrics.series.dropped").counter().count()).isEqualTo(2);
    }

    private int series() {
        return meters.find("drover.weights.source.mixed").gauges().size();
    }

    private static Target target(String url) {
        return new Target(SourceKind.VLLM, URI.create(url));
    }

    private static RefSources ref(Target target) {
        return new RefSources(PROVIDER, "m", List.of(new Source(target, null, false)), List.of());
    }
}
