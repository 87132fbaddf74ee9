package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.ModelFile.State;
import dev.drover.basemodels.metadata.FailureCode;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ModelMetadata;
import dev.drover.basemodels.metadata.ParameterSource;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** One extraction: from the model's path to what is known about the model. */
final class Extraction {
    private static final String PATH_HINT =
            "the path must name the model's directory, relative to the volume's root";

    private final Options options;
    private final LongSupplier nanos;
    private final Warnings warnings;

    /**
     * What was found.
     *
     * @param foundAt the configuration, relative to the model's directory
     * @param warnings codes
     */
    record Extracted(
            String foundAt, ModelMetadata fields, ParameterCount count, List<String> warnings) {}

    Extraction(Options options, LongSupplier nanos, Consumer<String> log) {
        this.options = options;
        this.nanos = nanos;
        this.warnings = new Warnings(log);
    }

    /**
     * @throws Refusal when the model's files cannot be used
     * @throws IOException when the storage fails; another attempt may succeed
     */
    Extracted run() throws IOException, Refusal {
        ModelDirectory root = root();
        Optional<Config> found = new ConfigDiscovery(root, warnings).find();
        if (found.isEmpty()) {
            throw NoConfig.refusal(root, options.uri());
        }
        Config config = found.get();
        Deadline deadline = new Deadline(nanos, options.weightsTimeout());
        Fields fields = new Fields(warnings);
        ParameterCount count =
                switch (config.kind()) {
                    case TRANSFORMERS ->
                            new TransformersModel(config, deadline, warnings).read(fields);
                    case DIFFUSION ->
                            new DiffusionPipeline(config, deadline, warnings).read(fields);
                };
        if (count.source() != ParameterSource.NONE) {
            fields.text(
                    MetadataField.MODEL_PARAMETER_SIZE,
                    Optional.of(SizeText.of(count.parameters())));
        }
        return new Extracted(config.foundAt(), fields.metadata(), count, warnings.codes());
    }

    private ModelDirectory root() throws IOException, Refusal {
        Path path = options.modelPath();
        Path real;
        try {
            real = Storage.real(path);
        } catch (NoSuchFileException absent) {
            throw missing("does not exist");
        } catch (AccessDeniedException denied) {
            throw Permissions.refusal(new ModelFile("", path, State.DENIED));
        } catch (NotDirectoryException | FileSystemLoopException unresolved) {
            throw missing("leads to no directory");
        }
        if (!Storage.attributes(real).isDirectory()) {
            throw missing("is not a directory");
        }
        if (!Storage.allows(real, AccessMode.READ, AccessMode.EXECUTE)) {
            throw Permissions.refusal(new ModelFile("", real, State.DENIED));
        }
        return new ModelDirectory(real, "");
    }

    private Refusal missing(String what) {
        return new Refusal(
                FailureCode.PATH_MISSING,
                "model path " + PlainText.of(options.modelPath().toString(), 160) + " " + what,
                PATH_HINT);
    }
}
