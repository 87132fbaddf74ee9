package dev.drover.sandbox.omeagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * What the agent found on the volume.
 *
 * @param status {@code Ready}, {@code Failed}, {@code Updating}, {@code Deleted}
 * @param config absent as after a failure
 * @param error empty when there was none
 */
public record AgentFinding(String status, Optional<JsonNode> config, String error) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** It read the model; JSON as the agent writes it. */
    public static AgentFinding ready(String config) {
        return new AgentFinding("Ready", Optional.of(json(config)), "");
    }

    /** It could not read the model: it says so and ends with an error. */
    public static AgentFinding failed(String error) {
        return new AgentFinding("Failed", Optional.empty(), error);
    }

    /** Any other status. */
    public static AgentFinding of(String status) {
        return new AgentFinding(status, Optional.empty(), "");
    }

    boolean isFailure() {
        return status.equals("Failed");
    }

    /** The entry of the ConfigMap. */
    String entry(String model) {
        ObjectNode entry = JSON.createObjectNode().put("name", model).put("status", status);
        config.ifPresent(value -> entry.set("config", value));
        return entry.toString();
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
