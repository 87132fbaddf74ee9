package dev.drover.weights.metrics;

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

/** Time and allocation of reading one page (spec weights 5.3); run by {@code make bench}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExpositionReaderBenchmark {
    private static final int PIECE = 16 * 1024;

    /** Which page. */
    @Param({"P1", "P2"})
    public String page;

    private byte[] bytes;
    private ExpositionReader reader;
    private double sum;

    /** Makes the page. */
    @Setup
    public void prepare() {
        bytes = page.equals("P1") ? PageGenerator.p1() : PageGenerator.p2();
        Vocabulary vocabulary = FixturePage.vocabulary(SourceKind.VLLM);
        reader = new ExpositionReader(vocabulary.families(), new Limits(8 << 20, 64 << 10, 20_000));
    }

    /** Reads the page in pieces of 16 KiB and looks at the labels that Drover looks at. */
    @Benchmark
    public double read() throws PageException {
        sum = 0;
        reader.begin(this::sample);
        for (int at = 0; at < bytes.length; at += PIECE) {
            reader.feed(bytes, at, Math.min(PIECE, bytes.length - at));
        }
        reader.end(true);
        return sum;
    }

    private void sample(int family, Labels labels, double value) {
        sum +=
                value
                        + family
                        + length(labels.get("model_name"))
                        + length(labels.get("engine"))
                        + length(labels.get("le"));
    }

    private static int length(String label) {
        return label == null ? 0 : label.length();
    }
}
