package dev.drover.sandbox.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.extractor.Extractor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs the real extractor with the arguments of the Job's container, on folders that stand for
 * volumes: {@code <volumes>/<claim>/<sub-path>}.
 */
public record ExtractorRun(Path volumes) implements Function<ObjectNode, Optional<Ending>> {
    private static final String OPTIONS_BEGIN = "--model-path";

    @Override
    public Optional<Ending> apply(ObjectNode job) {
        JsonNode spec = job.at("/spec/template/spec");
        String claim = spec.at("/volumes/0/persistentVolumeClaim/claimName").asText();
        String subPath = spec.at("/containers/0/volumeMounts/0/subPath").asText();
        Path folder = volumes.resolve(claim).resolve(subPath);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int exit =
                Extractor.run(
                        options(spec.at("/containers/0/args"), folder),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        System::nanoTime);
        return Optional.of(Ending.of(exit, out.toString(StandardCharsets.UTF_8)));
    }

    /** What follows the main class, with the folder where the volume would be mounted. */
    private static List<String> options(JsonNode args, Path folder) {
        List<String> options = new ArrayList<>();
        for (JsonNode arg : args) {
            if (!options.isEmpty() || arg.asText().equals(OPTIONS_BEGIN)) {
                options.add(arg.asText().replace("$$", "$")); // as the kubelet does
            }
        }
        options.set(1, folder.toString());
        return options;
    }
}
