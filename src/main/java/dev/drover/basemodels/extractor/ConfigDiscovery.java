package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.Config.Kind;
import dev.drover.basemodels.extractor.ModelFile.State;
import dev.drover.basemodels.metadata.FailureCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;

/**
 * Finds the configuration of a model (8.1): the first hit in a fixed list of places. No recursive
 * walk: a parent directory would pass here and fail in serving.
 */
final class ConfigDiscovery {
    private static final String INDEX = "model_index.json";
    private static final String CONFIG = "config.json";
    private static final List<String> DIRECTORIES =
            List.of("safetensors", "pytorch_model", "model");
    private static final List<String> FALLBACKS =
            List.of("model_config.json", "configuration.json");

    private static final String LINKS_HINT =
            "a Hugging Face cache keeps its files outside the snapshot directory: copy the model"
                    + " with links resolved (cp -rL)";

    private final ModelDirectory root;
    private final Warnings warnings;

    /** A file that might have been the one, had it been readable; told when there is no other. */
    private Refusal unreadable;

    ConfigDiscovery(ModelDirectory root, Warnings warnings) {
        this.root = root;
        this.warnings = warnings;
    }

    /** Empty when there is none; refuses one that is there and cannot be used. */
    Optional<Config> find() throws IOException, Refusal {
        Optional<JsonObject> index = candidate(INDEX, ModelIndex.KEEP);
        if (index.flatMap(json -> json.text(ConfigKeys.CLASS_NAME)).isPresent()) {
            return Optional.of(new Config(INDEX, root, Kind.DIFFUSION, index.get()));
        }
        Optional<JsonObject> config = read(root, CONFIG, ConfigKeys.TRANSFORMERS);
        if (config.isPresent()) {
            return Optional.of(transformers(root, CONFIG, config.get()));
        }
        for (String name : DIRECTORIES) {
            ModelDirectory directory = root.child(name);
            config = read(directory, CONFIG, ConfigKeys.TRANSFORMERS);
            if (config.isPresent()) {
                String foundAt = name + "/" + CONFIG;
                warnings.add(Warning.CONFIG_IN_SUBDIRECTORY, "found at " + foundAt);
                return Optional.of(transformers(directory, foundAt, config.get()));
            }
        }
        for (String name : FALLBACKS) {
            config = candidate(name, ConfigKeys.TRANSFORMERS);
            if (config.flatMap(json -> json.text(ConfigKeys.MODEL_TYPE)).isPresent()) {
                warnings.add(Warning.FALLBACK_CONFIG, "found at " + name);
                return Optional.of(transformers(root, name, config.get()));
            }
        }
        if (unreadable != null) {
            throw unreadable;
        }
        return Optional.empty();
    }

    /** A file that counts only if it holds a certain key. */
    private Optional<JsonObject> candidate(String name, Keep keep) throws IOException, Refusal {
        try {
            return read(root, name, keep);
        } catch (Refusal refusal) {
            if (refusal.code() != FailureCode.CONFIG_UNREADABLE) {
                throw refusal;
            }
            unreadable = unreadable == null ? refusal : unreadable;
            return Optional.empty();
        }
    }

    private static Config transformers(ModelDirectory directory, String foundAt, JsonObject json)
            throws Refusal {
        if (json.text(ConfigKeys.MODEL_TYPE).isEmpty()) {
            throw new Refusal(
                    FailureCode.CONFIG_UNREADABLE,
                    foundAt + " has no model_type",
                    "the file must be the config.json of a Hugging Face model, with its"
                            + " model_type");
        }
        return new Config(foundAt, directory, Kind.TRANSFORMERS, json);
    }

    private Optional<JsonObject> read(ModelDirectory directory, String name, Keep keep)
            throws IOException, Refusal {
        ModelFile file = directory.file(name);
        if (file.is(State.ABSENT)) {
            return Optional.empty();
        }
        if (file.is(State.DENIED)) {
            throw Permissions.refusal(file);
        }
        if (file.is(State.DANGLING)) {
            throw dangling(List.of(file.name()));
        }
        refuseDanglingWeights(directory);
        if (file.is(State.NO_FILE)) {
            throw unreadable(file.name(), "it is not a regular file");
        }
        try {
            return Optional.of(JsonDocuments.read(file.path(), keep));
        } catch (UnreadableJson unreadable) {
            throw unreadable(file.name(), unreadable.getMessage());
        }
    }

    private static void refuseDanglingWeights(ModelDirectory directory)
            throws IOException, Refusal {
        List<String> dangling;
        try {
            dangling = WeightFiles.dangling(directory);
        } catch (AccessDeniedException denied) {
            throw Permissions.refusal(directory.file(""));
        }
        if (!dangling.isEmpty()) {
            throw dangling(dangling);
        }
    }

    private static Refusal dangling(List<String> names) {
        String first = PlainText.of(names.get(0), 120);
        String more = names.size() > 1 ? " and " + (names.size() - 1) + " more" : "";
        return new Refusal(
                FailureCode.DANGLING_LINKS,
                first + more + ": links that lead nowhere or out of the model's directory",
                LINKS_HINT);
    }

    private static Refusal unreadable(String name, String why) {
        return new Refusal(
                FailureCode.CONFIG_UNREADABLE,
                name + ": " + why,
                "replace the file by the one of the model's repository; an interrupted copy or a"
                        + " Git LFS pointer looks like this");
    }
}
