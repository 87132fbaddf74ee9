package dev.drover.kubernetes;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Optional;

/** One event as the API server writes it; {@code object} is a Status when {@code type} is ERROR. */
@JsonIgnoreProperties(ignoreUnknown = true)
record WatchFrame(String type, GenericKubernetesResource object) {

    /** Throws whatever the text deserves if it is no event. */
    static WatchFrame read(String text, KubernetesSerialization serialization) {
        WatchFrame frame = serialization.unmarshal(text, WatchFrame.class);
        if (frame == null || frame.type == null || frame.object == null) {
            throw new IllegalArgumentException("no watch event: " + text);
        }
        return frame;
    }

    Optional<String> version() {
        return Optional.ofNullable(object.getMetadata())
                .map(metadata -> metadata.getResourceVersion());
    }

    /** What an ERROR says. */
    Failure failure() {
        Object code = object.getAdditionalProperties().get("code");
        Object message = object.getAdditionalProperties().get("message");
        return Failure.answered(
                code instanceof Number number ? number.intValue() : 500, String.valueOf(message));
    }
}
