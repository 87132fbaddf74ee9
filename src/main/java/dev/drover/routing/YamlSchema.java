package dev.drover.routing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.NonValidationKeyword;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.drover.config.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The schema of Camel's YAML (camel-yaml-dsl, draft 4). Reading it costs a second or two of CPU, so
 * it is made only when there is a file to check.
 */
final class YamlSchema {
    private static final String RESOURCE = "schema/camelYamlDsl.json";

    /**
     * An unknown name explains the errors that it causes around it; a mere "one of" explains none.
     */
    private static final List<String> MOST_TELLING =
            List.of("additionalProperties", "required", "enum", "type");

    private final JsonNode source;
    private final JsonSchema schema;

    YamlSchema() {
        JsonMetaSchema draft4 =
                JsonMetaSchema.builder(JsonMetaSchema.getV4())
                        .keyword(new NonValidationKeyword("deprecated"))
                        .build();
        JsonSchemaFactory factory =
                JsonSchemaFactory.getInstance(
                        SpecVersion.VersionFlag.V4,
                        builder ->
                                builder.metaSchema(draft4).defaultMetaSchemaIri(draft4.getIri()));
        try (InputStream text = YamlSchema.class.getClassLoader().getResourceAsStream(RESOURCE)) {
            source = new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
        schema =
                factory.getSchema(
                        source,
                        SchemaValidatorsConfig.builder()
                                .preloadJsonSchema(false)
                                .pathType(PathType.LEGACY)
                                .build());
    }

    void check(RouteDocument document) throws RejectedException {
        Optional<ValidationMessage> worst =
                schema.validate(document.tree()).stream()
                        .min(
                                Comparator.<ValidationMessage>comparingInt(
                                                message ->
                                                        -message.getInstanceLocation()
                                                                .getNameCount())
                                        .thenComparingInt(YamlSchema::rank));
        if (worst.isPresent()) {
            throw new RejectedException(place(document, worst.get()) + reason(worst.get()));
        }
    }

    private static int rank(ValidationMessage message) {
        int rank = MOST_TELLING.indexOf(message.getType());
        return rank < 0 ? MOST_TELLING.size() : rank;
    }

    /** {@code from.steps[1].log: } */
    private static String place(RouteDocument document, ValidationMessage message) {
        String path = message.getInstanceLocation().toString();
        String root = "$[0]." + document.kind().element();
        String inside = path.startsWith(root) ? path.substring(root.length()) : path;
        return inside.isEmpty() ? "" : inside.substring(inside.startsWith(".") ? 1 : 0) + ": ";
    }

    private String reason(ValidationMessage message) {
        if (message.getType().equals("additionalProperties")) {
            return "unknown property \""
                    + message.getProperty()
                    + "\""
                    + Suggestion.closest(message.getProperty(), siblings(message))
                            .map(meant -> "; did you mean \"" + meant + "\"?")
                            .orElse("");
        }
        if (message.getType().equals("required")) {
            return "\"" + message.getProperty() + "\" is missing";
        }
        String text = message.getMessage();
        return text.substring(text.indexOf(": ") + 2);
    }

    /** The names that the schema knows where the unknown one stands. */
    private List<String> siblings(ValidationMessage message) {
        JsonNodePath path = message.getSchemaLocation().getFragment();
        JsonNode node = source;
        for (int at = 0; at < path.getNameCount() - 1; at++) {
            Object element = path.getElement(at);
            node = element instanceof Integer index ? node.path(index) : node.path("" + element);
        }
        List<String> names = new ArrayList<>();
        node.path("properties").fieldNames().forEachRemaining(names::add);
        return names;
    }
}
