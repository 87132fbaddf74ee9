package dev.drover.weights.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.ObjectKey;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One entry of {@code spec.externalProviderRefs}, read tolerantly. An entry that is no usable ref
 * keeps its place, so that indexes mean the same here and in the object.
 *
 * @param index place in the list
 * @param usable false for an entry that is no object or lacks {@code ref.name} or {@code
 *     targetModel}: it is never written and never counted
 * @param provider name and namespace of the ExternalProvider; the namespace is the model's where
 *     the entry gives none
 * @param namespaceGiven true when the entry itself names the namespace
 * @param targetModel the model's name over there
 * @param config the entry's own configuration, which overrides the provider's key by key
 * @param weight 0 to 100, as it counts
 * @param storedWeight what stands in the object, null when the field is absent
 */
public record ProviderRef(
        int index,
        boolean usable,
        ObjectKey provider,
        boolean namespaceGiven,
        String targetModel,
        Map<String, String> config,
        int weight,
        JsonNode storedWeight) {
    public ProviderRef {
        config = Map.copyOf(config);
    }

    /** The provider's configuration with this entry's own laid over it, key by key. */
    public Map<String, String> configOver(Map<String, String> providerConfig) {
        Map<String, String> merged = new LinkedHashMap<>(providerConfig);
        merged.putAll(config);
        return Map.copyOf(merged);
    }
}
