package dev.drover.leadership;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * The client that Leases are renewed with: its own connections, so that nothing queues before a
 * renewal; a short timeout; and no retries, because a renewal that hangs in retries costs the Lease
 * while a failed one costs nothing.
 */
public final class LeaseClient {
    private LeaseClient() {}

    /** Connects to the same server, with the same credentials, as {@code config} does. */
    public static KubernetesClient of(Config config, LeaseTimings timings) {
        int timeoutMillis = Math.toIntExact(timings.requestTimeout().toMillis());
        Config own =
                new ConfigBuilder(config)
                        .withRequestTimeout(timeoutMillis)
                        .withConnectionTimeout(timeoutMillis)
                        .withRequestRetryBackoffLimit(0)
                        .build();
        return new KubernetesClientBuilder()
                .withConfig(own)
                .withKubernetesSerialization(new KubernetesSerialization(new ObjectMapper(), false))
                .build();
    }
}
