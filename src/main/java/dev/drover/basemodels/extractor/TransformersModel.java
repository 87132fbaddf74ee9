package dev.drover.basemodels.extractor;

import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ParameterSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the fields of a Hugging Face transformers model (8.3). */
final class TransformersModel {
    private final Config config;
    private final TextModel model;
    private final Deadline deadline;
    private final Warnings warnings;

    TransformersModel(Config config, Deadline deadline, Warnings warnings) {
        this.config = config;
        this.model = TextModel.of(config.json());
        this.deadline = deadline;
        this.warnings = warnings;
    }

    /** Fills all fields but the size, which is returned. */
    ParameterCount read(Fields fields) throws IOException {
        Optional<String> type = config.json().text(ConfigKeys.MODEL_TYPE);
        Optional<String> architecture = model.text(ConfigKeys.ARCHITECTURES);
        fields.text(MetadataField.MODEL_TYPE, type);
        fields.text(MetadataField.MODEL_ARCHITECTURE, architecture);
        // also for weights in another format: nothing else is served
        fields.named(MetadataField.MODEL_FORMAT, "safetensors", Optional.of("1.0.0"));
        fields.named(
                MetadataField.MODEL_FRAMEWORK, "transformers", model.text("transformers_version"));
        MaxTokens.of(model).ifPresent(tokens -> fields.number(MetadataField.MAX_TOKENS, tokens));

        List<String> capabilities =
                Capabilities.ofModel(type.orElse(""), architecture.orElse(""), config.json());
        if (capabilities.isEmpty()) {
            warnings.add(
                    Warning.CAPABILITY_UNKNOWN,
                    "architecture and model_type in "
                            + config.foundAt()
                            + " do not say what the model can do");
        }
        fields.words(MetadataField.MODEL_CAPABILITIES, capabilities);

        Optional<Quantization> quantization = new QuantizationSource(config, warnings).read();
        fields.text(MetadataField.QUANTIZATION, quantization.flatMap(this::fieldValue));
        return count(quantization);
    }

    private Optional<String> fieldValue(Quantization quantization) {
        Optional<String> value = Quantization.fieldValue(quantization.algorithm());
        if (value.isEmpty()) {
            warnings.add(
                    Warning.QUANTIZATION_UNKNOWN,
                    "there is no value of the field for this quantisation");
        }
        return value;
    }

    private ParameterCount count(Optional<Quantization> quantization) throws IOException {
        ParameterCount counted =
                new WeightCounter(WeightCounter.MODEL_INDEXES, quantization, deadline, warnings)
                        .count(config.directory());
        if (!counted.equals(ParameterCount.UNKNOWN)) {
            return counted;
        }
        OptionalLong estimate = ParameterEstimate.of(model);
        if (estimate.isEmpty()) {
            return ParameterCount.UNKNOWN;
        }
        warnings.add(Warning.SIZE_ESTIMATED, "from the dimensions in " + config.foundAt());
        return ParameterCount.of(estimate.getAsLong(), ParameterSource.ESTIMATE);
    }
}
