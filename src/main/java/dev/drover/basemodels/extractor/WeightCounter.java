package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.ModelFile.State;
import dev.drover.basemodels.metadata.ParameterSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Counts the parameters in the weight files of one directory by their headers (8.4, 1 and 2). */
final class WeightCounter {
    private static final String INDEX = "model.safetensors.index.json";

    /** Names of the index in a component of a diffusion pipeline. */
    static final List<String> COMPONENT_INDEXES =
            List.of(INDEX, "diffusion_pytorch_model.safetensors.index.json");

    static final List<String> MODEL_INDEXES = List.of(INDEX);

    private final List<String> indexes;
    private final Optional<Quantization> quantization;
    private final Deadline deadline;
    private final Warnings warnings;

    WeightCounter(
            List<String> indexes,
            Optional<Quantization> quantization,
            Deadline deadline,
            Warnings warnings) {
        this.indexes = indexes;
        this.quantization = quantization;
        this.deadline = deadline;
        this.warnings = warnings;
    }

    /**
     * {@link ParameterCount#UNKNOWN} when there are no weights, or none that can be counted; {@link
     * ParameterCount#WITHHELD} when they are packed in a way that is not known.
     */
    ParameterCount count(ModelDirectory directory) throws IOException {
        try {
            Optional<List<String>> shards = shards(directory);
            return shards.isPresent()
                    ? count(directory, shards.get(), ParameterSource.INDEX)
                    : count(directory, files(directory), ParameterSource.SAFETENSORS);
        } catch (UnusableWeights unusable) {
            warnings.add(unusable.warning(), unusable.getMessage());
            return ParameterCount.UNKNOWN;
        }
    }

    /** The shards of the first index that is usable. */
    private Optional<List<String>> shards(ModelDirectory directory)
            throws IOException, UnusableWeights {
        for (String name : indexes) {
            ModelFile index = directory.file(name);
            if (index.exists()) {
                try {
                    return Optional.of(checked(directory, ShardIndex.read(index)));
                } catch (UnusableWeights unusable) {
                    if (unusable.warning() != Warning.WEIGHTS_UNREADABLE) {
                        throw unusable;
                    }
                    warnings.add(unusable.warning(), unusable.getMessage());
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> checked(ModelDirectory directory, List<String> shards)
            throws IOException, UnusableWeights {
        for (String shard : shards) {
            if (!ShardIndex.legal(shard)) {
                throw new UnusableWeights(
                        Warning.BAD_SHARD_NAME,
                        "the index names " + PlainText.of(shard, 200) + ", which is refused");
            }
        }
        for (String shard : shards) {
            ModelFile file = directory.file(shard);
            if (file.is(State.ABSENT) || file.is(State.DANGLING)) {
                throw new UnusableWeights(
                        Warning.SHARD_MISSING,
                        PlainText.of(file.name(), 200) + " is named by the index and missing");
            }
        }
        return shards;
    }

    private static List<String> files(ModelDirectory directory)
            throws IOException, UnusableWeights {
        List<String> files = WeightFiles.safetensors(directory);
        if (files.size() >= ModelDirectory.MAX_ENTRIES) {
            throw UnusableWeights.unreadable(directory.name(), "too many weight files");
        }
        if (files.isEmpty()) {
            refusePointers(directory);
        }
        return files;
    }

    /** No number is read from weights in another format, but such a copy serves nobody. */
    private static void refusePointers(ModelDirectory directory)
            throws IOException, UnusableWeights {
        for (String name : WeightFiles.others(directory)) {
            if (LfsPointer.is(directory.file(name))) {
                throw LfsPointer.instead(name);
            }
        }
    }

    private ParameterCount count(
            ModelDirectory directory, List<String> files, ParameterSource source)
            throws IOException, UnusableWeights {
        WeightTally tally = new WeightTally(quantization, deadline::passed);
        for (String name : files) {
            ModelFile file = directory.file(name);
            if (!file.is(State.FILE)) {
                throw UnusableWeights.unreadable(file.name(), "it is not a file that may be read");
            }
            new SafetensorsHeader(file, deadline).read(tally);
        }
        if (!tally.packingKnown()) {
            warnings.add(
                    Warning.QUANTIZATION_UNKNOWN,
                    "it is not known how many parameters the packed weights stand for");
            return ParameterCount.WITHHELD;
        }
        return ParameterCount.of(tally.parameters(), source);
    }
}
