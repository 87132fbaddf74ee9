package dev.drover.basemodels.decision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ModelMetadata;
import dev.drover.basemodels.objects.AgentStatus;
import dev.drover.basemodels.objects.BaseModel;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A model's entry in the OME agent's ConfigMap.
 *
 * @param json the entry; empty when it is no JSON object
 */
record AgentEntry(Map<String, Object> json) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final String NO_SIZE = "0";

    /** By its exact key; the agent shortens long ones, then by the model's name if it is alone. */
    static Optional<AgentEntry> of(BaseModel model, AgentStatus status) {
        String exact = status.data().get(AgentNames.dataKey(model));
        if (exact != null) {
            return Optional.of(new AgentEntry(read(exact)));
        }
        List<AgentEntry> named =
                status.data().values().stream()
                        .map(text -> new AgentEntry(read(text)))
                        .filter(entry -> model.key().name().equals(entry.json.get("name")))
                        .toList();
        return named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty();
    }

    private static Map<String, Object> read(String text) {
        try {
            return Objects.requireNonNullElse(JSON.readValue(text, OBJECT), Map.of());
        } catch (JsonProcessingException e) {
            return Map.of();
        }
    }

    boolean ready() {
        return says("Ready");
    }

    boolean failed() {
        return says("Failed");
    }

    /** It can be used, or says that there is nothing to be used. */
    boolean tells() {
        return failed() || ready() && metadata().isPresent();
    }

    private boolean says(String status) {
        return status.equals(json.get("status"));
    }

    /** The known fields that have a value; empty when there is no configuration at all. */
    Optional<ModelMetadata> metadata() {
        if (!(json.get("config") instanceof Map<?, ?> config)) {
            return Optional.empty();
        }
        Map<MetadataField, Object> values = new EnumMap<>(MetadataField.class);
        for (MetadataField field : MetadataField.values()) {
            field.normal(cleaned(config.get(field.key())))
                    .filter(
                            value ->
                                    field != MetadataField.MODEL_PARAMETER_SIZE
                                            || !NO_SIZE.equals(value))
                    .ifPresent(value -> values.put(field, value));
        }
        return Optional.of(new ModelMetadata(values));
    }

    /** The agent writes Go's empty values for what it does not know. */
    private static Object cleaned(Object value) {
        return value instanceof List<?> list
                ? list.stream().filter(Objects::nonNull).filter(item -> !"".equals(item)).toList()
                : value instanceof Map<?, ?> map && "".equals(map.get("version"))
                        ? Map.of("name", Objects.requireNonNullElse(map.get("name"), ""))
                        : value;
    }

    /** What keeps it from being used, as a clause. */
    String defect() {
        if (json.isEmpty()) {
            return "it is not a JSON object";
        }
        return ready()
                ? "it holds no config"
                : "its status is " + json.getOrDefault("status", "absent");
    }
}
