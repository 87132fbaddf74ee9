package dev.drover.basemodels.extractor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds a model's directory file by file. */
record ModelFolder(Path path) {
    /** Dimensions of which 162304 parameters are estimated. */
    static final String CONFIG =
            """
            {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 64,
             "num_hidden_layers": 2, "vocab_size": 1000, "max_position_embeddings": 2048,
             "transformers_version": "4.40.0"}
            """;

    static final long ESTIMATE = 1000 * 64 + 2 * 12 * 64 * 64;

    static ModelFolder in(Path parent) {
        return new ModelFolder(directory(parent.resolve("model-under-test")));
    }

    ModelFolder file(String name, String content) {
        try {
            directory(path.resolve(name).getParent());
            Files.writeString(path.resolve(name), content);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ModelFolder config() {
        return file("config.json", CONFIG);
    }

    /** A weight file of one BF16 tensor. */
    ModelFolder weights(String name, String tensor, int... shape) {
        StringBuilder dimensions = new StringBuilder();
        for (int dimension : shape) {
            dimensions.append(dimensions.length() == 0 ? "" : ",").append(dimension);
        }
        return header(
                name, "{\"" + tensor + "\":{\"dtype\":\"BF16\",\"shape\":[" + dimensions + "]}}");
    }

    ModelFolder header(String name, String header) {
        SafetensorsFile.write(path.resolve(name), header);
        return this;
    }

    ModelFolder link(String name, String target) {
        try {
            directory(path.resolve(name).getParent());
            Files.createSymbolicLink(path.resolve(name), Path.of(target));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ExtractorRun run(String... more) {
        return ExtractorRun.on(path, more);
    }

    private static Path directory(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
