package dev.drover.basemodels.extractor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How long the extractor takes as a process of its own, JVM start included, with the flags of the
 * shipped Job: a small model, 160 shards with headers of 1 MiB in a heap of 64 MiB, one header of
 * 100 MB in the same heap. Run by {@code make bench}; argument: runs of each, 7 when not given.
 * With {@code -Ddrover.jar=target/drover.jar} the class path is that of the image, every jar in it.
 */
public final class ExtractorLoad {
    private static final int SHARDS = 160;
    private static final int SHARD_TENSORS = 7_815;
    private static final int LARGE_TENSORS = 722_000;
    private static final String TENSOR = "model.layers.0.mlp.experts.%08d.down_proj.weight";
    private static final int[] SHAPE = {2048, 7168};

    private static final String QUANTISED =
            """
            {"quantization_config": {"quant_method": "awq", "bits": 4,
              "modules_to_not_convert": ["model.layers.*.self_attn", "lm_head", "embed_tokens"]},
            """;

    private ExtractorLoad() {}

    /** Prints a line of figures for each model; exit code 1 when one is above its gate. */
    public static void main(String[] args) throws Exception {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        Path directory = Files.createTempDirectory("extractor-load");
        boolean held;
        try {
            ModelFolder small = model(directory.resolve("small"));
            small.weights("model.safetensors", "a", 10, 10);
            ModelFolder sharded = model(directory.resolve("sharded"));
            long length = 0;
            for (int i = 1; i <= SHARDS; i++) {
                String name =
                        String.format(Locale.ROOT, "model-%05d-of-%05d.safetensors", i, SHARDS);
                length = write(sharded, name, SHARD_TENSORS);
            }
            ModelFolder large = model(directory.resolve("large"));
            long largest = write(large, "model.safetensors", LARGE_TENSORS);

            held = measure("small model", small, "192m", 0.5, runs);
            held &= measure(SHARDS + " shards, headers of " + length, sharded, "64m", 1.5, runs);
            sharded.file("config.json", ModelFolder.CONFIG.replaceFirst("\\{", QUANTISED));
            held &= measure("the same shards, quantised", sharded, "64m", 1.5, runs);
            held &= measure("one header of " + largest, large, "64m", 1.5, runs);
        } finally {
            delete(directory);
        }
        System.exit(held ? 0 : 1);
    }

    private static boolean measure(
            String name, ModelFolder model, String heap, double gate, int runs)
            throws IOException, InterruptedException {
        List<Double> wall = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            double cpuBefore = cpuOfChildren();
            long start = System.nanoTime();
            ExtractorRun run =
                    ExtractorProcess.run(
                            List.of(), List.of("-Xmx" + heap), classPath(), model.path());
            wall.add((System.nanoTime() - start) / 1e9);
            cpu.add(cpuOfChildren() - cpuBefore);
            if (!run.success().warnings().isEmpty()) {
                throw new IllegalStateException(run.out() + run.log());
            }
        }
        Collections.sort(wall);
        Collections.sort(cpu);
        boolean held = cpu.get(runs / 2) <= gate; // the wall clock is the neighbours' as well
        System.out.printf(
                Locale.ROOT,
                "%s, heap %s: %.2f s of CPU, gate %.1f s%s; %.2f s in all (%.2f to %.2f)%n",
                name,
                heap,
                cpu.get(runs / 2),
                gate,
                held ? "" : " NOT HELD",
                wall.get(runs / 2),
                wall.get(0),
                wall.get(runs - 1));
        return held;
    }

    private static ModelFolder model(Path path) throws IOException {
        return new ModelFolder(Files.createDirectory(path)).config();
    }

    private static long write(ModelFolder model, String name, int tensors) throws IOException {
        return SafetensorsFile.write(model.path().resolve(name), tensors, TENSOR, "BF16", SHAPE);
    }

    private static String classPath() {
        String jar = System.getProperty("drover.jar");
        return jar == null
                ? ExtractorProcess.classPath()
                : jar + ":" + Path.of(jar).resolveSibling("lib").resolve("*");
    }

    /** Seconds that ended children of this process took, as Linux counts them. */
    private static double cpuOfChildren() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        return Pattern.compile(" ")
                        .splitAsStream(stat.substring(stat.lastIndexOf(')') + 2))
                        .skip(13) // state is the first; cutime and cstime are ticks of 10 ms
                        .limit(2)
                        .mapToLong(Long::parseLong)
                        .sum()
                / 100.0;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
