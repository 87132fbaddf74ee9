package dev.drover.registry.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Environment;
import dev.drover.registry.api.LifeState;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.NewRecord;
import dev.drover.registry.api.RecordChange;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.ServeAction;
import dev.drover.registry.api.Version;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Entities in the form of the API. What is read may be more than is known; what is not of the
 * expected shape throws {@link WrongShape}. What is written holds known fields only: others are
 * refused (Q3).
 */
final class EntityJson {
    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,8}");

    /** A version cannot be unset; somebody who tried has left one of these (Q9). */
    private static final Set<String> NO_VERSION = Set.of("", "0");

    private EntityJson() {}

    static Model model(JsonNode json) {
        return new Model(id(json, "id"), text(json, "name").orElse(""), life(json));
    }

    static Version version(JsonNode json) {
        return new Version(
                id(json, "id"),
                text(json, "name").orElse(""),
                id(json, "registeredModelId"),
                life(json));
    }

    static Environment environment(JsonNode json) {
        return new Environment(id(json, "id"), required(json, "name"));
    }

    static Artifact artifact(JsonNode json) {
        return new Artifact(
                id(json, "id"),
                text(json, "artifactType").filter("model-artifact"::equals).isPresent(),
                life(json),
                text(json, "uri"),
                text(json, "modelFormatName"),
                text(json, "modelFormatVersion"),
                text(json, "storageKey"),
                text(json, "storagePath"));
    }

    static RegistryRecord record(JsonNode json) {
        JsonNode properties = json.path("customProperties");
        if (!properties.isMissingNode() && !properties.isNull() && !properties.isObject()) {
            throw new WrongShape("customProperties is no object");
        }
        return new RegistryRecord(
                id(json, "id"),
                required(json, "name"),
                text(json, "externalId").filter(text -> !text.isEmpty()),
                id(json, "servingEnvironmentId"),
                // whatever somebody stored there: it is not checked by the registry (Q8)
                scalar(json, "registeredModelId"),
                text(json, "modelVersionId").filter(text -> !NO_VERSION.contains(text)),
                text(json, "runtime"),
                state(json),
                PropertyJson.read(properties));
    }

    private static DesiredState state(JsonNode json) {
        String text = text(json, "desiredState").orElse("");
        return Arrays.stream(DesiredState.values())
                .filter(state -> state.name().equals(text))
                .findFirst()
                .orElse(DesiredState.UNKNOWN);
    }

    /** A model or version without a state counts as live: nobody archived it. */
    private static LifeState life(JsonNode json) {
        String word = text(json, "state").orElse("LIVE");
        return Arrays.stream(LifeState.values())
                .filter(state -> state.name().equals(word))
                .findFirst()
                .orElse(LifeState.UNKNOWN);
    }

    static ObjectNode environment(String name) {
        return object().put("name", name);
    }

    static ObjectNode create(NewRecord record) {
        ObjectNode json =
                object().put("name", record.name())
                        .put("externalId", record.externalId())
                        .put("registeredModelId", record.model());
        record.version().ifPresent(version -> json.put("modelVersionId", version));
        json.put("servingEnvironmentId", record.environment());
        record.runtime().ifPresent(runtime -> json.put("runtime", runtime));
        json.put("desiredState", record.state().name());
        json.set("customProperties", PropertyJson.write(record.properties()));
        return json;
    }

    /** The state is always there, as null where it must stay as it is (Q1). */
    static ObjectNode change(RecordChange change) {
        ObjectNode json = object();
        json.put("desiredState", change.state().map(Enum::name).orElse(null));
        change.version().ifPresent(version -> json.put("modelVersionId", version));
        change.runtime().ifPresent(runtime -> json.put("runtime", runtime));
        change.externalId().ifPresent(externalId -> json.put("externalId", externalId));
        json.set("customProperties", PropertyJson.write(change.properties()));
        return json;
    }

    static ObjectNode serve(ServeAction action) {
        return object().put("name", action.name())
                .put("modelVersionId", action.version())
                .put("lastKnownState", action.state().name());
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static String id(JsonNode json, String field) {
        String id = scalar(json, field);
        if (!ID.matcher(id).matches()) {
            throw new WrongShape(field + " is no id");
        }
        return id;
    }

    /** A string, or an integral number. */
    private static String scalar(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isTextual() && !value.isIntegralNumber()) {
            throw new WrongShape(field + " is missing");
        }
        return value.asText();
    }

    private static String required(JsonNode json, String field) {
        return text(json, field).orElseThrow(() -> new WrongShape(field + " is missing"));
    }

    private static Optional<String> text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isTextual() || value.isIntegralNumber()
                ? Optional.of(value.asText())
                : Optional.empty();
    }
}
