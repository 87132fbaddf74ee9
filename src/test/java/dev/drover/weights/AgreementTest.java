package dev.drover.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.explanation.ModelExplanation;
import dev.drover.weights.health.ProviderHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever is decided, the annotation, the log line, the Event and the metric tell the same: which
 * weights, and why (issue 6, "Explain").
 */
@Timeout(60)
class AgreementTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ObjectKey LLAMA = new ObjectKey("team-a", "llama");
    private static final ProviderHealth UNHEALTHY =
            ProviderHealth.unhealthy("3 failed probes of b.example.com:443");

    private ReconcileFixture drover;

    @BeforeEach
    void open() throws Exception {
        drover = new ReconcileFixture();
        drover.createProviders();
        drover.createModel(50, 50);
        drover.start();
    }

    @AfterEach
    void close() throws Exception {
        drover.close();
    }

    @Test
    void onTheFirstMove() {
        load(0.95, 0.20);

        written("first", 1, 50, 50, 6, 94);

        assertThat(line("Weights: ")).endsWith("reason=first shift=44 load=1.19/0.25");
        assertThat(event("WeightsManaged").note())
                .isEqualTo("Weights are managed from now on: cluster-b 50->6, cluster-c 50->94");
    }

    @Test
    void onALoadStep() {
        load(0.5, 0.5);
        drover.looksAgain();
        load(0.9, 0.3);
        List<Integer> before = drover.weights();
        for (int i = 0; i < 10 && drover.patches() == 0; i++) {
            pass(Duration.ofSeconds(10));
        }
        await().until(() -> !drover.weights().equals(before));

        List<Integer> now = drover.weights();
        written("load", 1, 50, 50, now.get(0), now.get(1));

        drover.looksAgain();
        ModelExplanation model = drover.flow().explain(LLAMA).orElseThrow();
        String loads =
                model.refs().stream()
                        .map(ref -> "%.2f".formatted(ref.effectiveLoad()))
                        .collect(Collectors.joining("/"));
        assertThat(line("Weights: ")).contains("load=" + loads);
        assertThat(gauge("drover.weights.load", 0)).isEqualTo(model.refs().get(0).effectiveLoad());
    }

    @Test
    void whenAProviderGoesAndComesBack() {
        load(0.5, 0.5);
        drover.looksAgain();
        drover.figures.health.put("cluster-b", UNHEALTHY);
        drover.look();

        written("state", 1, 50, 50, 0, 100);

        String down = "Provider down: cluster-b unhealthy: 3 failed probes of b.example.com:443";
        assertThat(line("Provider down: ")).isEqualTo("WARNING " + down);
        assertThat(event("ProviderDown").note()).isEqualTo(down);
        assertThat(state().at("/refs/0/zero").asText()).isEqualTo("unhealthy");
        drover.looksAgain();
        assertThat(gauge("drover.weights.ref.state", 0, "state", "down")).isEqualTo(1);
        ModelExplanation model = drover.flow().explain(LLAMA).orElseThrow();
        assertThat(model.reason()).isEqualTo("ProviderDown");
        assertThat(model.refs().get(0).cause()).isEqualTo("unhealthy");
        assertThat(model.refs().get(0).trouble()).isEqualTo(down);
        assertThat(models("Active", "ProviderDown")).isEqualTo(1);

        drover.figures.health.put("cluster-b", ProviderHealth.HEALTHY);
        drover.look();

        written("state", 2, 0, 100, 5, 95);

        assertThat(line("Provider back: "))
                .isEqualTo("INFO " + event("ProviderBack").note())
                .isEqualTo("INFO Provider back: cluster-b, ramping to 50 %");
        assertThat(state().at("/refs/0/ramp").asInt()).isZero();
        drover.looksAgain();
        assertThat(gauge("drover.weights.ref.state", 0, "state", "ramp")).isEqualTo(1);
        assertThat(drover.flow().explain(LLAMA).orElseThrow().refs().get(0).cause()).isEqualTo("0");
    }

    @Test
    void whenAllAreDown() {
        load(0.95, 0.20);
        written("first", 1, 50, 50, 6, 94);
        drover.figures.health.put("cluster-b", UNHEALTHY);
        drover.figures.health.put("cluster-c", UNHEALTHY);
        drover.look();

        written("state", 1, 6, 94, 50, 50);

        assertThat(line("All providers down: "))
                .isEqualTo("WARNING " + event("AllProvidersDown").note())
                .isEqualTo("WARNING All providers down: writing baseline");
        drover.looksAgain();
        assertThat(drover.meters.get("drover.weights.all.down").gauge().value()).isEqualTo(1);
        assertThat(drover.flow().explain(LLAMA).orElseThrow().reason())
                .isEqualTo("AllProvidersDown");
        assertThat(models("Active", "AllProvidersDown")).isEqualTo(1);
    }

    @Test
    void whenTheModelIsGivenBack() {
        load(0.95, 0.20);
        written("first", 1, 50, 50, 6, 94);

        drover.api.patch(
                "externalmodels",
                "team-a",
                "llama",
                "{\"metadata\":{\"annotations\":{\"drover.dev/weights-strategy\":\"none\"}}}");
        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(50, 50));

        assertThat(state().isMissingNode()).as("nothing is left behind").isTrue();
        await().until(() -> patches("restore") == 1);
        assertThat(line("Weights: "))
                .isEqualTo("INFO Weights: cluster-b 6->50, cluster-c 94->50 reason=restore");
        assertThat(event("Released").note()).isEqualTo("weights are the users' again");
        assertThat(line("Released: ")).isEqualTo("INFO Released: weights are the users' again");
        assertThat(models("Skipped", "Released")).isEqualTo(1);
        assertThat(drover.flow().explain(LLAMA).orElseThrow().strategy()).isEqualTo("none");
    }

    @Test
    void whenOnlyObserved() {
        drover.mode = Mode.OBSERVE;
        load(0.95, 0.20);
        await().until(() -> !lines("Weights would be: ").isEmpty());

        assertThat(drover.patches()).isZero();
        assertThat(state().isMissingNode()).isTrue();
        assertThat(line("Weights would be: "))
                .isEqualTo(
                        "INFO Weights would be: cluster-b 50->6, cluster-c 50->94 reason=first"
                                + " shift=44 load=1.19/0.25");
        assertThat(drover.events).extracting(Notice::reason).doesNotContain("WeightsManaged");
        assertThat(gauge("drover.weights.weight", 0, "kind", "desired")).isEqualTo(6);
        assertThat(gauge("drover.weights.weight", 0, "kind", "current")).isEqualTo(50);
        assertThat(models("Observing", "Mode")).isEqualTo(1);
        assertThat(
                        drover.meters
                                .get("drover.weights.patches")
                                .tag("reason", "first")
                                .tag("outcome", "observed")
                                .counter()
                                .count())
                .isEqualTo(1);
    }

    /** What a write must be told by, each in the same words and figures. */
    private void written(String reason, int nth, int b, int c, int newB, int newC) {
        await().untilAsserted(() -> assertThat(drover.weights()).containsExactly(newB, newC));
        await().until(() -> patches(reason) == nth);
        drover.looksAgain();

        assertThat(state().path("reason").asText()).isEqualTo(reason);
        assertThat(IntStream.of(0, 1).map(i -> state().at("/refs/" + i + "/applied").asInt()))
                .containsExactly(newB, newC);
        String changes = "cluster-b %d->%d, cluster-c %d->%d".formatted(b, newB, c, newC);
        assertThat(line("Weights: "))
                .startsWith("INFO Weights: " + changes + " reason=" + reason + " shift=");
        assertThat(gauge("drover.weights.weight", 0, "kind", "current")).isEqualTo(newB);
        assertThat(gauge("drover.weights.weight", 1, "kind", "current")).isEqualTo(newC);
        assertThat(drover.flow().models().get(0).weights()).containsExactly(newB, newC);
    }

    private void load(double b, double c) {
        drover.figures.kv.put("cluster-b", b);
        drover.figures.kv.put("cluster-c", c);
        drover.look();
    }

    private void pass(Duration time) {
        drover.time.advance(time);
        drover.looksAgain();
        await().until(() -> drover.calculator().getWritten() == drover.patches());
    }

    private JsonNode state() {
        try {
            JsonNode text = drover.model().at("/metadata/annotations/drover.dev~1weights");
            return text.isMissingNode() ? text : MAPPER.readTree(text.asText());
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** The last one that begins so. */
    private String line(String beginning) {
        List<String> found = lines(beginning);
        assertThat(found).as(beginning).isNotEmpty();
        return found.get(found.size() - 1);
    }

    private List<String> lines(String beginning) {
        Predicate<String> wanted = line -> line.split(" ", 2)[1].startsWith(beginning);
        return new ArrayList<>(drover.lines.seen().stream().filter(wanted).toList());
    }

    private Notice event(String reason) {
        await().until(
                        () ->
                                drover.events.stream()
                                        .anyMatch(event -> event.reason().equals(reason)));
        return drover.events.stream()
                .filter(event -> event.reason().equals(reason))
                .findFirst()
                .orElseThrow();
    }

    private double patches(String reason) {
        return drover
                .meters
                .find("drover.weights.patches")
                .tag("reason", reason)
                .counters()
                .stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private double models(String state, String reason) {
        return drover.meters
                .get("drover.weights.models")
                .tag("state", state)
                .tag("reason", reason)
                .gauge()
                .value();
    }

    private double gauge(String name, int index, String... tags) {
        return drover.meters
                .get(name)
                .tag("index", String.valueOf(index))
                .tags(tags)
                .gauge()
                .value();
    }
}
