package dev.drover.kubernetes;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Builds the process' clients of the API server. A client sends each request once: who asked
 * decides about the next try. After a 429 with {@code Retry-After} nothing is sent for that long;
 * requests fail with a 429 of the client's own that names the seconds left. Objects are generic:
 * the model classes are not looked up, which costs a second and 50 MB at the first patch.
 *
 * <p>Series, labelled {@code client}: {@code drover_http_client_requests_total} (method, code),
 * {@code drover_http_client_request_duration_seconds}, {@code
 * drover_http_client_throttled_seconds_total}.
 */
public final class KubernetesClients {
    private final MeterRegistry meters;
    private final LongSupplier nanoTime;

    /**
     * @param meters null for none
     * @param nanoTime monotonic
     */
    public KubernetesClients(MeterRegistry meters, LongSupplier nanoTime) {
        this.meters = meters == null ? new CompositeMeterRegistry() : meters;
        this.nanoTime = nanoTime;
    }

    /**
     * A client of the cluster that the surroundings name: {@code KUBECONFIG} or {@code
     * ~/.kube/config}, else the pod's service account. The latter is reached directly, whatever
     * proxies the environment names, and its token file is read again when the server refuses the
     * token, and each minute.
     *
     * @param name value of the label {@code client}: {@code kubernetes}, {@code lease}
     * @param timeout of one request, connecting included
     */
    public KubernetesClient create(String name, Duration timeout) {
        return create(name, timeout, surroundings());
    }

    /** A client of the cluster that {@code config} names; the config is changed. */
    public KubernetesClient create(String name, Duration timeout, Config config) {
        int millis = Math.toIntExact(timeout.toMillis());
        config.setRequestTimeout(millis);
        config.setConnectionTimeout(millis);
        config.setRequestRetryBackoffLimit(0);
        HttpTraffic traffic = new HttpTraffic(name, meters, nanoTime);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(new KubernetesSerialization(new ObjectMapper(), false))
                .withHttpClientFactory(
                        new ObservedHttpClientFactory(
                                HttpClientUtils.getHttpClientFactory(), traffic))
                .build();
    }

    /** Where the process runs, as {@link #create(String, Duration)} reads it. */
    public static Config surroundings() {
        Config config = Config.autoConfigure(null);
        if (config.getCurrentContext() == null) { // no kubeconfig
            config.setHttpProxy(null);
            config.setHttpsProxy(null);
        }
        return config;
    }
}
