package dev.drover.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.junit.jupiter.api.Test;

/**
 * The generated metadata says what the annotations say. When this fails: {@code mvn process-classes
 * camel-component:generate}, and commit {@code src/generated}.
 */
class ComponentMetadataTest {
    private static final Path JSON =
            Path.of("src/generated/resources/META-INF/dev/drover/kubernetes")
                    .resolve("kubernetes-resources.json");
    private static final Path PAGE = Path.of("docs/kubernetes-resources.md");

    private final JsonNode model = read();

    @Test
    void everyEndpointOptionIsGeneratedAsAnnotated() {
        Map<String, String> annotated = new TreeMap<>();
        for (Field field : ResourcesEndpoint.class.getDeclaredFields()) {
            UriParam option = field.getAnnotation(UriParam.class);
            if (option != null) {
                annotated.put(field.getName(), entry(option.description(), option.defaultValue()));
            } else if (field.isAnnotationPresent(UriPath.class)) {
                annotated.put(
                        field.getName(),
                        entry(field.getAnnotation(Metadata.class).description(), ""));
            }
        }
        Map<String, String> generated = entries("properties");
        // options of every Camel endpoint, which DefaultEndpoint brings
        generated
                .keySet()
                .removeAll(
                        List.of(
                                "bridgeErrorHandler",
                                "exceptionHandler",
                                "exchangePattern",
                                "lazyStartProducer"));

        assertThat(generated).isEqualTo(annotated);
    }

    @Test
    void everyComponentOptionIsGeneratedAsAnnotated() {
        Map<String, String> annotated = new TreeMap<>();
        for (Field field : ResourcesComponent.class.getDeclaredFields()) {
            Metadata option = field.getAnnotation(Metadata.class);
            if (option != null && !option.skip()) {
                annotated.put(field.getName(), entry(option.description(), option.defaultValue()));
            }
        }
        Map<String, String> generated = entries("componentProperties");
        generated
                .keySet()
                .removeAll(List.of("bridgeErrorHandler", "lazyStartProducer", "autowiredEnabled"));

        assertThat(generated).isEqualTo(annotated);
    }

    @Test
    void everyHeaderIsGeneratedAsAnnotated() throws IllegalAccessException {
        Map<String, String> annotated = new TreeMap<>();
        for (Field field : ResourcesConstants.class.getFields()) {
            Metadata header = field.getAnnotation(Metadata.class);
            if (header != null) {
                annotated.put((String) field.get(null), entry(header.description(), ""));
            }
        }

        assertThat(entries("headers")).isEqualTo(annotated);
    }

    @Test
    void theConfigurersAreThoseOfTheOptions() throws IOException {
        String endpoint = source("ResourcesEndpointConfigurer");
        String component = source("ResourcesComponentConfigurer");

        entries("properties").keySet().stream()
                .filter(name -> !name.equals("resource"))
                .forEach(name -> assertThat(endpoint).contains("case \"" + name + "\":"));
        entries("componentProperties")
                .keySet()
                .forEach(name -> assertThat(component).contains("case \"" + name + "\":"));
    }

    @Test
    void thePageDescribesEveryOptionAndHeaderInTheSameWords() throws IOException {
        String page = Files.readString(PAGE).replaceAll("\\s+", " ");

        for (String part : List.of("properties", "componentProperties", "headers")) {
            model.path(part)
                    .fields()
                    .forEachRemaining(
                            option ->
                                    assertThat(page)
                                            .contains(
                                                    "| `"
                                                            + option.getKey()
                                                            + "` | "
                                                            + cell(option.getValue())));
        }
    }

    /** As {@code docs} writes it: the default, then the words. */
    private static String cell(JsonNode option) {
        String fallback = option.path("defaultValue").asText();
        return (fallback.isEmpty() ? "" : "`" + fallback + "` ")
                + "| "
                + option.path("description").asText().replaceAll("\\s+", " ").replace("|", "\\|")
                + " |";
    }

    private Map<String, String> entries(String part) {
        Map<String, String> entries = new TreeMap<>();
        model.path(part)
                .fields()
                .forEachRemaining(
                        each ->
                                entries.put(
                                        each.getKey(),
                                        entry(
                                                each.getValue().path("description").asText(),
                                                each.getValue().path("defaultValue").asText())));
        return entries;
    }

    private static String entry(String description, String defaultValue) {
        return description + " [" + defaultValue + "]";
    }

    private static String source(String name) throws IOException {
        return Files.readString(
                Path.of("src/generated/java/dev/drover/kubernetes", name + ".java"));
    }

    private static JsonNode read() {
        try {
            return new ObjectMapper().readTree(JSON.toFile());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
