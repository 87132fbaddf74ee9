package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.ModelFile.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which files of a directory hold the weights. */
final class WeightFiles {
    private static final String SAFETENSORS = ".safetensors";
    private static final List<String> ENDINGS = List.of(SAFETENSORS, ".bin", ".gguf");
    private static final String CONSOLIDATED = "consolidated";

    private WeightFiles() {}

    /** Names of weight files that are links to nowhere or out of the model. */
    static List<String> dangling(ModelDirectory directory) throws IOException {
        List<String> dangling = new ArrayList<>();
        for (String name : directory.names(WeightFiles::isWeights)) {
            ModelFile file = directory.file(name);
            if (file.is(State.DANGLING)) {
                dangling.add(file.name());
            }
        }
        return dangling;
    }

    /** Weight files of other formats, from which no number is read. */
    static List<String> others(ModelDirectory directory) throws IOException {
        return directory.names(name -> isWeights(name) && !name.endsWith(SAFETENSORS));
    }

    /**
     * The safetensors files that make up the model when no index names them: neither Mistral's
     * second copy {@code consolidated*} nor variants of another precision count twice.
     */
    static List<String> safetensors(ModelDirectory directory) throws IOException {
        return withoutVariants(
                withoutConsolidated(directory.names(name -> name.endsWith(SAFETENSORS))));
    }

    static List<String> withoutConsolidated(List<String> names) {
        List<String> others =
                names.stream().filter(name -> !name.startsWith(CONSOLIDATED)).toList();
        return others.isEmpty() ? names : others;
    }

    /** {@code model.fp16.safetensors} is a variant of {@code model.safetensors}. */
    static List<String> withoutVariants(List<String> names) {
        Set<String> all = new HashSet<>(names);
        return names.stream().filter(name -> !all.contains(original(name))).toList();
    }

    private static String original(String name) {
        String stem = name.substring(0, name.length() - SAFETENSORS.length());
        int dot = stem.lastIndexOf('.');
        return dot <= 0 ? "" : stem.substring(0, dot) + SAFETENSORS;
    }

    private static boolean isWeights(String name) {
        return ENDINGS.stream().anyMatch(name::endsWith);
    }
}
