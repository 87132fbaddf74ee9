package dev.drover.weights.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions that act on what they cause, on a simulated clock. */
class ClosedLoopTest {
    private static final int INTERVAL = 10;

    /** Example 4: pages that do not answer to weights must not wind anything up. */
    @ParameterizedTest(name = "KV {0} and {1} for 100 intervals: {2} writes, then {3}/{4}")
    @CsvSource({".98, .10, 1, 3, 97", ".95, .20, 2, 3, 97", ".5, .5, 0, 50, 50"})
    void constantPagesEndAtTheFloor(double a, double b, int writes, int first, int second) {
        Scene scene = Scene.unwritten(50, 50);
        int written = 0;
        for (int interval = 0; interval < 100; interval++) {
            scene.seconds(interval * INTERVAL).kv(a, b);
            written += scene.reconcile().intents().size();
        }
        assertThat(written).isEqualTo(writes);
        assertThat(scene.weights()).containsExactly(first, second);
    }

    @ParameterizedTest(name = "capacity {0}:{1} at load {2} from {3}/{4} settles at {5} points")
    @CsvSource({
        "1, 1, .8, 50, 50, 50, 2.5",
        "1, 1, .8, 90, 10, 50, 2.5",
        "3, 1, .8, 50, 50, 75, 2.5",
        "3, 1, .8, 1, 1, 75, 2.5",
        "3, 1, .95, 50, 50, 75, 2.5",
    })
    void settlesInProportionToCapacity(
            double first, double second, double load, int a, int b, double share, double within) {
        Scene scene = Scene.unwritten(a, b);
        Plant plant = new Plant(load, first, second);
        int writes = 0;
        double sum = 0;
        int lowest = 100;
        int highest = 0;
        for (int now = 0; now < 3600; now++) {
            plant.second(scene.weights());
            if (now % INTERVAL == 0) {
                scene.seconds(now);
                plant.publish(scene);
                int written = scene.reconcile().intents().size();
                writes += now >= 1800 ? written : 0;
            }
            if (now >= 1800) {
                int points =
                        scene.weights().get(0)
                                * 100
                                / (scene.weights().get(0) + scene.weights().get(1));
                sum += points;
                lowest = Math.min(lowest, points);
                highest = Math.max(highest, points);
            }
        }
        assertThat(sum / 1800).isBetween(share - within, share + within);
        assertThat(highest - lowest).as("range in the second half hour").isLessThanOrEqualTo(8);
        assertThat(writes).as("writes in the second half hour").isLessThanOrEqualTo(20);
    }

    /** A write that fails for minutes must leave nothing behind that overshoots afterwards. */
    @Test
    void nothingGrowsWhileWritesFail() {
        Scene scene = Scene.written(50, 50);
        for (int second = 0; second <= 600; second += INTERVAL) {
            scene.seconds(second).kv(.9, .3).decide();
        }
        scene.seconds(610).kv(.9, .3).reconcile();

        assertThat(scene.weights().get(0)).isBetween(42, 48);
    }

    /** Clusters whose slots fill by weight; figures are a little noisy, from a fixed seed. */
    private static final class Plant {
        private static final double SERVICE_SECONDS = 20;
        private final Random random = new Random(1);
        private final double[] capacity;
        private final double[] inside;
        private final double arrivals;

        Plant(double load, double... sizes) {
            capacity = new double[sizes.length];
            inside = new double[sizes.length];
            double sum = 0;
            for (int i = 0; i < sizes.length; i++) {
                capacity[i] = 400 * sizes[i];
                sum += capacity[i];
            }
            arrivals = load * sum / SERVICE_SECONDS;
        }

        void second(List<Integer> weights) {
            double sum = weights.stream().mapToInt(Integer::intValue).sum();
            for (int i = 0; i < capacity.length; i++) {
                double completed = Math.min(inside[i], capacity[i]) / SERVICE_SECONDS;
                inside[i] += arrivals * weights.get(i) / sum - completed;
            }
        }

        void publish(Scene scene) {
            for (int i = 0; i < capacity.length; i++) {
                double used = Math.min(1, inside[i] / capacity[i]);
                double noisy = Math.max(0, Math.min(1, used * (1 + 0.03 * random.nextGaussian())));
                double waiting = Math.max(0, inside[i] - capacity[i]) / (capacity[i] / 50);
                double latency =
                        SERVICE_SECONDS
                                * Math.max(1, inside[i] / capacity[i])
                                * (1 + 0.1 * random.nextGaussian());
                scene.read(i, figures -> figures.kv(noisy).queue(waiting).latency(latency));
            }
        }
    }
}
