package dev.drover.weights.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.weights.decision.Calculator;
import dev.drover.weights.decision.CounterProof;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The acceptance table of the specification, section 10, for five seeds each. */
class AcceptanceTest {
    private static final int SEEDS = 5;

    static Stream<Acceptance> steady() {
        return Stream.of(
                Acceptance.of("S1", "--load 0.70", 50, 2.5, 6, 20),
                Acceptance.of("S1", "--load 0.85", 50, 2.5, 6, 20),
                s2(),
                s3(),
                Acceptance.of("S4", "--capacity 3,1 --load 0.38", 75, 2, 8, 40),
                Acceptance.of("S4", "--capacity 3,1 --load 0.80", 75, 2, 8, 40),
                Acceptance.of("S4", "--capacity 3,1 --load 0.95", 75, 2, 8, 40),
                Acceptance.of("S4", "--capacity 3,1 --load 0.38 --weights 1,1", 75, 2, 8, 40),
                Acceptance.of("S4", "--capacity 3,1 --load 0.80 --weights 1,1", 75, 2, 8, 40),
                Acceptance.of("S4", "--capacity 3,1 --load 0.95 --weights 1,1", 75, 2, 8, 40),
                Acceptance.of("S5", "--capacity 10,1 --load 0.70", 91, 2.5, 6, 20),
                Acceptance.of("S6", "--load 0.75 --foreign 0.5,0", 25, 3.5, 8, 20),
                Acceptance.of("S7", "--capacity 1,1,1,1,1,1,1,1,1,1 --load 0.85", 10, 2, 6, 40)
                        .means(10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0),
                Acceptance.of("S8", "--capacity 4,3,2,1 --load 0.85", 40, 2, 6, 30)
                        .means(40.0, 30.0, 20.0, 10.0),
                Acceptance.of("S9", "--capacity 3,1 --load 0.90 --service 5s", 75, 2.5, 8, 40),
                Acceptance.of("S9", "--capacity 3,1 --load 0.90 --service 60s", 75, 2.5, 8, 40),
                Acceptance.of("S10", "--capacity 3,1 --load 0.75 --wave 0.2/20m", 75, 3, 10, 30)
                        .load(1.25),
                Acceptance.of("S11", "--capacity 3,1 --load 0.70 --noise 0.2", 75, 2.5, 12, 40),
                Acceptance.of("S12", "--load 0.95 --slots 100", 50, 3, 30, 100),
                Acceptance.of("S13", "--capacity 3,1 --load 0.04", 50, 1, 3, 0));
    }

    private static Acceptance s2() {
        return Acceptance.of("S2", "--load 0.95", 50, 2, 10, 60).load(1.5);
    }

    private static Acceptance s3() {
        return Acceptance.of("S3", "--load 1.05", 50, 4, 20, 60);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("steady")
    void comesToRest(Acceptance expected) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            assertThat(expected.faults(Acceptance.run(expected.options(), seed)))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void s14AHalvedClusterGetsAThird(int seed) {
        List<Second> run = Acceptance.run("--load 0.60 --change 0=0.5@10m", seed);

        assertThat(mean(run, 2400, 3600, 0)).isBetween(30.5, 35.5);
        assertThat(arrival(run, 600, 33, 6)).isLessThanOrEqualTo(600 + 240);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void s15AFailedClusterIsTakenOutAndComesBackInSixSteps(int seed) {
        List<Second> run = Acceptance.run("--capacity 1,1,1 --load 0.60 --fail 1@10m-15m", seed);

        assertThat(run.get(629).weights().get(1)).isPositive();
        assertThat(run.subList(630, 920)).allMatch(second -> second.weights().get(1) == 0);
        List<Second> ramp =
                run.subList(920, 980).stream().filter(it -> it.written().equals("state")).toList();
        assertThat(ramp).hasSize(6);
        for (int i = 0; i < 3; i++) {
            assertThat(mean(run, 1800, 3600, i)).as("cluster %d", i).isBetween(29.0, 37.0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void s16OneBlindClusterHoldsTheSplit(int seed) {
        List<Second> run = Acceptance.run("--capacity 3,1 --load 0.70 --blind 0@10m-25m", seed);

        assertThat(run.subList(600, 1500)).noneMatch(Second::patched);
        assertThat(run.subList(600, 1500))
                .allMatch(second -> second.load().stream().allMatch(load -> load <= 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void s17WithoutAnyMetricsNothingIsWritten(int seed) {
        List<Second> run =
                Acceptance.run("--capacity 3,1 --load 0.70 --blind 0@10m-15m,1@10m-15m", seed);

        assertThat(run.subList(630, 900)).noneMatch(Second::patched);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void s18NothingGrowsWhileTheApiIsAway(int seed) {
        List<Second> run =
                Acceptance.run("--load 0.60 --api-down 10m-20m --change 0=0.5@650s", seed);

        assertThat(run.subList(600, 1200)).noneMatch(Second::patched);
        assertThat(run.subList(1200, 1211).stream().filter(Second::patched)).hasSize(1);
        assertThat(run).allMatch(it -> it.weights().stream().allMatch(weight -> weight >= 8));
        assertThat(arrival(run, 1200, 33, 6)).isLessThanOrEqualTo(1200 + 600);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void s19LongRequestsSettleInTime(int seed) {
        assertThat(lastOutside(Acceptance.run(S19, seed))).isLessThan(330);
    }

    private static final String S19 = "--capacity 3,1 --load 0.80 --service 60s";

    /**
     * The table can fail: a queue is an integral, and as part of the load it makes weights swing.
     */
    @Test
    void withTheQueueInsideTheLoadS2AndS3Fail() {
        Calculator calculator = new Calculator();
        Decider variant =
                (observed, state) -> calculator.decide(CounterProof.queueInLoad(observed), state);
        for (Acceptance expected : List.of(s2(), s3())) {
            assertThat(
                            IntStream.rangeClosed(1, SEEDS)
                                    .filter(
                                            seed ->
                                                    !expected.faults(
                                                                    Acceptance.run(
                                                                            expected.options(),
                                                                            seed,
                                                                            variant))
                                                            .isEmpty()))
                    .as(expected.id())
                    .isNotEmpty();
        }
    }

    @Test
    void withThePresentShareS19Fails() {
        Calculator calculator = new Calculator();
        Decider variant =
                (observed, state) -> calculator.decide(observed, CounterProof.presentShare(state));

        assertThat(
                        IntStream.rangeClosed(1, SEEDS)
                                .filter(
                                        seed ->
                                                lastOutside(Acceptance.run(S19, seed, variant))
                                                        >= 330))
                .isNotEmpty();
    }

    private static double mean(List<Second> run, int from, int to, int cluster) {
        return run.subList(from, to).stream()
                .mapToDouble(it -> it.points(cluster))
                .average()
                .orElse(0);
    }

    /** When the first cluster first comes within these points after {@code from}. */
    private static int arrival(List<Second> run, int from, double mean, double within) {
        return run.subList(from, run.size()).stream()
                .filter(it -> Math.abs(it.points(0) - mean) <= within)
                .findFirst()
                .map(Second::second)
                .orElse(Integer.MAX_VALUE);
    }

    /** Last second in which the first cluster was not within ± 6 of 75. */
    private static int lastOutside(List<Second> run) {
        return run.stream()
                .filter(it -> Math.abs(it.points(0) - 75) > 6)
                .mapToInt(Second::second)
                .max()
                .orElse(-1);
    }
}
