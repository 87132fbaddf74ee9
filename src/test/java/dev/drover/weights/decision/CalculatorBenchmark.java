package dev.drover.weights.decision;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One decision with a due load step; the aim is 200 µs for the largest list the API allows. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CalculatorBenchmark {
    @Param({"2", "64"})
    public int refs;

    private final Calculator calculator = new Calculator();
    private Observed observed;
    private ModelState memory;

    @Setup
    public void model() {
        int[] weights = new int[refs];
        Arrays.fill(weights, 10);
        Scene scene = Scene.written(weights);
        read(scene);
        scene.decide();
        scene.seconds(100);
        read(scene);
        observed = scene.observed();
        memory = scene.memory;
    }

    private void read(Scene scene) {
        for (int i = 0; i < refs; i++) {
            double load = 0.2 + 0.6 * i / refs;
            scene.read(i, figures -> figures.kv(load).queue(10 * load).latency(1 + load));
        }
    }

    @Benchmark
    public Decision decide() {
        return calculator.decide(observed, memory);
    }
}
