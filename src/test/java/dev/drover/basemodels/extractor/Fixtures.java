package dev.drover.basemodels.extractor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The specification's fixtures, where they are beside the checkout. */
final class Fixtures {
    static final Path ROOT = Path.of("../shared/fixtures/model-configs");

    /** Stands for all cases when there are none. */
    static final String ABSENT = "the specification's fixtures are not beside this checkout";

    private Fixtures() {}

    static boolean present() {
        return Files.isDirectory(ROOT);
    }

    static Stream<String> modelDirectories() throws IOException {
        if (!present()) {
            return Stream.of(ABSENT);
        }
        try (Stream<Path> directories = Files.list(ROOT)) {
            return directories
                    .filter(directory -> Files.exists(directory.resolve("expected.json")))
                    .map(directory -> directory.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** Rows of a vector file. */
    static Stream<JsonNode> rows(String vector) throws IOException {
        if (!present()) {
            return Stream.of(new ObjectMapper().nullNode());
        }
        JsonNode rows =
                new ObjectMapper()
                        .readTree(ROOT.resolve("vectors").resolve(vector + ".json").toFile())
                        .get("rows");
        return StreamSupport.stream(rows.spliterator(), false);
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
