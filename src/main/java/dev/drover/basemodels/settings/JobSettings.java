package dev.drover.basemodels.settings;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys {@code drover.basemodels.job.*}: what a metadata Job looks like. JSON values were
 * checked against the forms that Kubernetes accepts and must not be changed.
 *
 * @param image of the extractor in force; empty = none is configured
 * @param command replaces the native one; up to and with the name of the main class
 * @param serviceAccount as configured, else the one of the extractor in force
 * @param runAsUser set in mode {@code ome-agent} in any case
 * @param tolerations array, perhaps empty
 * @param affinity object, perhaps empty
 */
public record JobSettings(
        Optional<String> image,
        ImagePullPolicy imagePullPolicy,
        List<String> imagePullSecrets,
        List<String> command,
        String serviceAccount,
        boolean createServiceAccount,
        Duration deadline,
        Duration ttl,
        int backoffLimit,
        Resource cpu,
        Resource memory,
        Resource ephemeral,
        Optional<Integer> runAsUser,
        Optional<Integer> runAsGroup,
        List<Integer> supplementalGroups,
        Map<String, String> nodeSelector,
        Map<String, String> labels,
        Map<String, String> annotations,
        JsonNode tolerations,
        JsonNode affinity,
        Optional<String> priorityClass) {

    /** What is asked for and what is the most, of one resource. */
    public record Resource(Quantity request, Quantity limit) {
        public Resource {
            requireNonNull(request);
            requireNonNull(limit);
        }
    }

    public JobSettings {
        requireNonNull(deadline);
        requireNonNull(ttl);
        imagePullSecrets = List.copyOf(imagePullSecrets);
        command = List.copyOf(command);
        supplementalGroups = List.copyOf(supplementalGroups);
        nodeSelector = Map.copyOf(nodeSelector);
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }
}
