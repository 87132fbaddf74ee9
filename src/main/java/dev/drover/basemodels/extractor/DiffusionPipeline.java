package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.ModelFile.State;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ParameterSource;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads the fields of a diffusion pipeline: several models, each in a directory of its own. */
final class DiffusionPipeline {
    private static final String NAME = "diffusers";
    private static final String ENCODER = "text_encoder";
    private static final String CONFIG = "config.json";
    private static final Keep ENCODER_KEYS =
            Keep.members(Map.of("max_position_embeddings", Keep.SCALAR));

    private final Config config;
    private final Deadline deadline;
    private final Warnings warnings;

    DiffusionPipeline(Config config, Deadline deadline, Warnings warnings) {
        this.config = config;
        this.deadline = deadline;
        this.warnings = warnings;
    }

    /** Fills all fields but the size, which is returned. Pipelines have no quantization. */
    ParameterCount read(Fields fields) throws IOException {
        Optional<String> className = config.json().text(ConfigKeys.CLASS_NAME);
        Optional<String> version = config.json().text(ConfigKeys.DIFFUSERS_VERSION);
        fields.text(MetadataField.MODEL_TYPE, Optional.of(NAME));
        fields.text(MetadataField.MODEL_ARCHITECTURE, className);
        fields.named(MetadataField.MODEL_FORMAT, NAME, version);
        fields.named(MetadataField.MODEL_FRAMEWORK, NAME, version);
        encoderTokens().ifPresent(tokens -> fields.number(MetadataField.MAX_TOKENS, tokens));

        List<String> capabilities = Capabilities.ofPipeline(className.orElse(""));
        if (capabilities.isEmpty()) {
            warnings.add(
                    Warning.CAPABILITY_UNKNOWN,
                    "_class_name in "
                            + config.foundAt()
                            + " does not say what the pipeline can do");
        }
        fields.words(MetadataField.MODEL_CAPABILITIES, capabilities);
        try {
            return count();
        } catch (AccessDeniedException denied) {
            warnings.add(Warning.WEIGHTS_UNREADABLE, "a component's directory may not be read");
            return ParameterCount.UNKNOWN;
        }
    }

    private OptionalInt encoderTokens() throws IOException {
        ModelFile encoder = config.directory().child(ENCODER).file(CONFIG);
        if (!encoder.is(State.FILE)) {
            return OptionalInt.empty();
        }
        try {
            return MaxTokens.ofEncoder(JsonDocuments.read(encoder.path(), ENCODER_KEYS));
        } catch (UnreadableJson unreadable) {
            return OptionalInt
                    .empty(); // the number is one of many; without it the rest is still true
        }
    }

    /** All parts or nothing: half a pipeline's size would be a wrong one. */
    private ParameterCount count() throws IOException {
        ModelDirectory root = config.directory();
        Set<String> parts = new LinkedHashSet<>();
        parts.add(ENCODER);
        parts.add(root.child("transformer").isDirectory() ? "transformer" : "unet");
        parts.add("vae");
        if (!hasWeights(root, parts)) {
            return ParameterCount.UNKNOWN;
        }
        for (String component : ModelIndex.components(config.json())) {
            ModelDirectory directory = root.child(component);
            if (directory.file(CONFIG).is(State.FILE)
                    && !WeightFiles.safetensors(directory).isEmpty()) {
                parts.add(component);
            }
        }
        return sum(root, parts);
    }

    private static boolean hasWeights(ModelDirectory root, Set<String> parts) throws IOException {
        for (String part : parts) {
            ModelDirectory directory = root.child(part);
            if (!directory.isDirectory() || WeightFiles.safetensors(directory).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private ParameterCount sum(ModelDirectory root, Set<String> parts) throws IOException {
        WeightCounter counter =
                new WeightCounter(
                        WeightCounter.COMPONENT_INDEXES, Optional.empty(), deadline, warnings);
        long sum = 0;
        ParameterSource source = ParameterSource.INDEX;
        for (String part : parts) {
            ParameterCount count = counter.count(root.child(part));
            if (count.source() == ParameterSource.NONE) {
                return ParameterCount.UNKNOWN;
            }
            sum += count.parameters(); // each below 2^63: a sum that wraps is below 0, and unknown
            if (sum < 0) {
                return ParameterCount.UNKNOWN;
            }
            source = count.source() == ParameterSource.INDEX ? source : ParameterSource.SAFETENSORS;
        }
        return ParameterCount.of(sum, source);
    }
}
