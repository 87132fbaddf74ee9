package dev.drover.weights.decision;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * CPU time of decisions: one pass over a fleet, and one model with the longest list that the API
 * allows. Unlike the time on the wall it does not depend on what else the machine does.
 *
 * <p>Every decision is one with a due load step on figures that changed, so it is the dearest there
 * is in steady state.
 */
public final class CalculatorLoad {
    private static final int MODELS = 1000;
    private static final int REFS = 4;
    private static final int WARM_UP = 30;
    private static final int MEASURED = 51;
    private static final double INTERVAL_SECONDS = 10;
    private static final double MILLI = 1e6;
    private static final double MICRO = 1e3;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Calculator calculator = new Calculator();
    private final List<Scene> models = new ArrayList<>();

    private CalculatorLoad(int models, int refs) {
        for (int i = 0; i < models; i++) {
            int[] weights = new int[refs];
            Arrays.fill(weights, Math.max(1, 100 / refs));
            this.models.add(Scene.written(weights));
        }
    }

    public static void main(String[] args) {
        long fleet = new CalculatorLoad(MODELS, REFS).medianNanos(1);
        System.out.printf(
                "%d models of %d refs: %.1f ms of CPU a pass, %.1f us a decision%n",
                MODELS, REFS, fleet / MILLI, fleet / MICRO / MODELS);
        int repeats = 100;
        long longest = new CalculatorLoad(1, 64).medianNanos(repeats) / repeats;
        System.out.printf("one model of 64 refs: %.1f us of CPU a decision%n", longest / MICRO);
    }

    private long medianNanos(int repeats) {
        long[] nanos = new long[MEASURED];
        for (int pass = -WARM_UP; pass < MEASURED; pass++) {
            nanos[Math.max(0, pass)] = pass(pass + WARM_UP, repeats);
        }
        Arrays.sort(nanos);
        return nanos[MEASURED / 2];
    }

    /** All models, {@code repeats} times on the same figures; the last decision is remembered. */
    private long pass(int number, int repeats) {
        List<Observed> observed = new ArrayList<>();
        for (int i = 0; i < models.size(); i++) {
            Scene scene = models.get(i).seconds(100 + number * INTERVAL_SECONDS);
            for (int ref = 0; ref < scene.inputs.size(); ref++) {
                double load = 0.5 + 0.3 * Math.sin(number + i + 0.7 * ref);
                scene.read(ref, figures -> figures.kv(load).queue(10 * load).latency(1 + load));
            }
            observed.add(scene.observed());
        }
        long before = THREADS.getCurrentThreadCpuTime();
        List<Decision> decisions = new ArrayList<>(models.size());
        for (int repeat = 0; repeat < repeats; repeat++) {
            decisions.clear();
            for (int i = 0; i < models.size(); i++) {
                decisions.add(calculator.decide(observed.get(i), models.get(i).memory));
            }
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - before;
        for (int i = 0; i < models.size(); i++) {
            models.get(i).memory = decisions.get(i).state();
            decisions.get(i).intents().forEach(models.get(i)::apply);
        }
        return nanos;
    }
}
