package dev.drover.weights.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.weights.metrics.epp.PickerVocabulary;
import dev.drover.weights.metrics.vllm.EngineVocabulary;
import dev.drover.weights.settings.WeightsConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A page that a real program answered, with the values that an independent reader found on it
 * ({@code fixtures/metrics/README.md}).
 */
record FixturePage(Path page, JsonNode facts) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Pages of the project's shared folder where it is mounted, and the few that are kept here. */
    static List<FixturePage> all() {
        return Stream.of(
                        Path.of("../shared/fixtures/metrics"),
                        Path.of("src/test/resources/metrics"))
                .filter(Files::isDirectory)
                .flatMap(FixturePage::within)
                .toList();
    }

    private static Stream<FixturePage> within(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(file -> file.toString().endsWith(".prom"))
                    .sorted()
                    .map(FixturePage::read)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FixturePage read(Path page) {
        Path facts = page.resolveSibling(page.getFileName().toString().replace(".prom", ".json"));
        try {
            return new FixturePage(page, MAPPER.readTree(facts.toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return page.getFileName().toString().replace(".prom", "");
    }

    FixturePage sibling(String name) {
        return read(page.resolveSibling(name + ".prom"));
    }

    SourceKind kind() {
        return facts.path("kind").asText().equals("epp") ? SourceKind.EPP : SourceKind.VLLM;
    }

    String model() {
        return facts.path("model").asText();
    }

    JsonNode expected() {
        return facts.path("expected");
    }

    /** The page as Drover understands it. */
    Page understood() {
        Vocabulary vocabulary = vocabulary(kind());
        PageReading reading = vocabulary.reading();
        ExpositionReader reader =
                new ExpositionReader(vocabulary.families(), new Limits(8 << 20, 64 << 10, 20_000));
        try {
            byte[] bytes = Files.readAllBytes(page);
            reader.begin(reading);
            reader.feed(bytes, 0, bytes.length);
            reader.end(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (PageException e) {
            throw new AssertionError(page + ": " + e.outcome() + " " + e.getMessage(), e);
        }
        return reading.page();
    }

    static Vocabulary vocabulary(SourceKind kind) {
        WeightsConfiguration.Metrics names = WeightsConfiguration.defaults().metrics();
        return kind == SourceKind.EPP
                ? new PickerVocabulary()
                : new EngineVocabulary(
                        names.kv(), names.running(), names.waiting(), names.progress());
    }

    @Override
    public String toString() {
        return name();
    }
}
