package dev.drover.kubernetes;

import java.time.Duration;
import java.util.OptionalLong;
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
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Gate: add + take + done take at most 5 µs while 100 000 other keys wait for their time
 * (operations 16). Run its {@code main}, or {@code mvn test-compile exec:java
 * -Dtest.main=dev.drover.kubernetes.KeyQueueBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class KeyQueueBenchmark {
    @Param("100000")
    int keys;

    private KeyQueue queue;
    private ObjectKey[] names;
    private int next;

    @Setup
    public void fill() {
        queue =
                new KeyQueue(
                        new RetryBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
                        5,
                        () -> true,
                        System::nanoTime,
                        () -> 0);
        names = new ObjectKey[keys];
        for (int i = 0; i < keys; i++) {
            names[i] = new ObjectKey("team-" + i % 100, "model-" + i);
            queue.add(names[i], "tick", Duration.ofHours(1).plusMillis(i));
        }
    }

    /** An edit of a key that waits, its pass, and a new look in an hour. */
    @Benchmark
    public Work editTakeDone() {
        ObjectKey key = names[next];
        next = (next + 1) % keys;
        queue.changed(key, PassCause.UPDATED, "1", OptionalLong.empty(), null);
        Work work = queue.poll().orElseThrow();
        queue.done(work, PassOutcome.lookAgain(Duration.ofHours(1)));
        return work;
    }

    public static void main(String[] args) throws Exception {
        new Runner(new OptionsBuilder().include(KeyQueueBenchmark.class.getName()).build()).run();
    }
}
