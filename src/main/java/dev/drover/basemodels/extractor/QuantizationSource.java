package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.ModelFile.State;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Where a model says how it is quantised (8.6): beside its configuration, else in it. */
final class QuantizationSource {
    private static final String HF_QUANT_CONFIG = "hf_quant_config.json";
    private static final String ALGORITHM = "quant_algo";

    /** Methods that say their width apart. */
    private static final Set<String> WITH_BITS = Set.of("gptq", "awq");

    /** In order of precedence. */
    private static final List<String> EXCLUSIONS =
            List.of("modules_to_not_convert", "ignore", "ignored_layers");

    private final Config config;
    private final Warnings warnings;

    QuantizationSource(Config config, Warnings warnings) {
        this.config = config;
        this.warnings = warnings;
    }

    /** Empty when the model does not say that it is quantised. */
    Optional<Quantization> read() throws IOException {
        Optional<Quantization> beside = hfQuantConfig().flatMap(this::ofHfQuantConfig);
        return beside.isPresent()
                ? beside
                : config.json().object(ConfigKeys.QUANTIZATION_CONFIG).flatMap(this::ofConfig);
    }

    private Optional<JsonObject> hfQuantConfig() throws IOException {
        ModelFile file = config.directory().file(HF_QUANT_CONFIG);
        if (!file.exists()) {
            return Optional.empty();
        }
        if (!file.is(State.FILE)) {
            unreadable(file, "it is not a file that may be read");
            return Optional.empty();
        }
        try {
            Optional<JsonObject> quantization =
                    JsonDocuments.read(file.path(), ConfigKeys.HF_QUANT).object("quantization");
            if (quantization.isEmpty()) {
                unreadable(file, "it has no quantization");
            }
            return quantization;
        } catch (UnreadableJson unreadable) {
            unreadable(file, unreadable.getMessage());
            return Optional.empty();
        }
    }

    private void unreadable(ModelFile file, String why) {
        warnings.add(Warning.QUANT_CONFIG_UNREADABLE, file.name() + ": " + why);
    }

    private Optional<Quantization> ofHfQuantConfig(JsonObject json) {
        return json.text(ALGORITHM)
                .map(
                        name ->
                                new Quantization(
                                        name,
                                        OptionalInt.empty(),
                                        exclusions(json, "exclude_modules")));
    }

    private Optional<Quantization> ofConfig(JsonObject json) {
        Optional<String> algorithm = json.text(ALGORITHM);
        if (algorithm.isEmpty()) {
            algorithm = json.text("quant_method").map(method -> withBits(method, json));
        }
        String key = EXCLUSIONS.stream().filter(json::has).findFirst().orElse("");
        return algorithm.map(
                name -> new Quantization(name, WeightBits.of(json), exclusions(json, key)));
    }

    private static String withBits(String method, JsonObject json) {
        OptionalLong bits = json.whole("bits");
        String name = method.strip().toLowerCase(Locale.ROOT);
        return WITH_BITS.contains(name) && bits.isPresent()
                ? "INT" + bits.getAsLong() + "_" + name.toUpperCase(Locale.ROOT)
                : method;
    }

    private Exclusions exclusions(JsonObject json, String key) {
        Optional<List<String>> patterns = json.texts(key);
        if (patterns.isEmpty() && json.has(key)) {
            warnings.add(
                    Warning.QUANT_CONFIG_UNREADABLE, key + " is not a list of names, or too long");
        }
        return patterns.map(Exclusions::new).orElse(Exclusions.NONE);
    }
}
