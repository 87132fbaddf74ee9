package dev.drover.basemodels.settings;

import java.util.List;
import java.util.Set;

/** Labels and annotations of a metadata Job that the flow or Kubernetes sets, so users cannot. */
final class ReservedKeys {
    private static final List<String> PREFIXES =
            List.of("drover.dev/", "models.ome/", "batch.kubernetes.io/");
    private static final Set<String> INJECTION =
            Set.of(
                    "sidecar.istio.io/inject",
                    "kuma.io/sidecar-injection",
                    "linkerd.io/inject",
                    "cluster-autoscaler.kubernetes.io/safe-to-evict");
    private static final Set<String> LABELS =
            Set.of(
                    "app.kubernetes.io/name",
                    "app.kubernetes.io/part-of",
                    "app.kubernetes.io/managed-by",
                    "app.kubernetes.io/component",
                    "controller-uid",
                    "job-name");

    private ReservedKeys() {}

    static boolean label(String key) {
        return LABELS.contains(key) || annotation(key);
    }

    static boolean annotation(String key) {
        return INJECTION.contains(key) || PREFIXES.stream().anyMatch(key::startsWith);
    }
}
