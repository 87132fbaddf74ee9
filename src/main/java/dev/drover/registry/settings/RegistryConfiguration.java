package dev.drover.registry.settings;

import dev.drover.config.Values;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.api.DesiredState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What {@code drover.registry.*} says at one moment.
 *
 * @param allowed registries that the configuration names itself, by id
 * @param defaultRegistry id of the one for workloads that name none of several
 * @param settings of registries without keys of their own
 * @param concurrency workloads in work at once
 * @param cluster identity of this cluster on records; empty: the UID of {@code kube-system}
 */
public record RegistryConfiguration(
        Domain domain,
        List<WorkloadKind> kinds,
        List<String> registryNamespaces,
        Map<String, ConfiguredRegistry> allowed,
        Optional<String> defaultRegistry,
        RegistrySettings settings,
        CallBounds calls,
        int concurrency,
        EnvironmentTemplate environment,
        Optional<String> cluster,
        Linking linking,
        Recording recording,
        Sweep sweep,
        Deletion deletion,
        Deploy deploy) {

    /**
     * How a workload is tied to its record.
     *
     * @param rate metadata writes a minute to workloads that serve already; 0: never
     */
    public record Linking(
            LinkLabels labels, LinkTarget target, StatusAnnotation annotation, int rate) {}

    /**
     * What is recorded.
     *
     * @param stopped state of the record of a stopped workload
     * @param minUpdateInterval between two property changes of one record
     */
    public record Recording(
            DesiredState stopped,
            Archived archived,
            boolean serveActions,
            Duration minUpdateInterval) {}

    /**
     * The walks over all records.
     *
     * @param limitPercent of our deployed records that may be closed as orphans
     */
    public record Sweep(Duration interval, int limitPercent) {}

    /** What a deleted workload waits for. */
    public record Deletion(
            boolean finalizer, Duration finalizerDeadline, boolean clearForeignFinalizers) {}

    /**
     * Workloads made of records.
     *
     * @param rate creates and deletes a minute
     * @param template base InferenceService in YAML
     */
    public record Deploy(
            boolean on,
            List<String> namespaces,
            int rate,
            List<String> uriSchemes,
            Optional<Path> template) {}

    public RegistryConfiguration {
        allowed = Map.copyOf(allowed);
    }

    /** Namespaces whose Services must be known: the registry namespaces and those named. */
    public List<String> serviceNamespaces() {
        return Stream.concat(
                        registryNamespaces.stream(),
                        allowed.values().stream()
                                .flatMap(it -> it.service().stream())
                                .map(ObjectKey::namespace))
                .distinct()
                .sorted()
                .toList();
    }

    /** The configuration that these values make; they have passed the schema's rules. */
    public static RegistryConfiguration of(Values values) {
        RegistrySettings settings = global(values);
        String byDefault = values.get(RegistryKeys.DEFAULT);
        return new RegistryConfiguration(
                values.get(RegistryKeys.DOMAIN),
                values.get(RegistryKeys.KINDS),
                values.get(RegistryKeys.REGISTRY_NAMESPACES),
                allowed(values, settings),
                byDefault.isEmpty() ? Optional.empty() : Optional.of(byDefault),
                settings,
                new CallBounds(
                        values.get(RegistryKeys.CONNECT_TIMEOUT),
                        values.get(RegistryKeys.RESPONSE_TIMEOUT),
                        values.get(RegistryKeys.DEADLINE),
                        values.get(RegistryKeys.MAX_BODY),
                        values.get(RegistryKeys.MAX_IN_FLIGHT),
                        values.get(RegistryKeys.PAGE_SIZE)),
                values.get(RegistryKeys.CONCURRENCY),
                values.get(RegistryKeys.ENVIRONMENT),
                values.get(RegistryKeys.CLUSTER),
                new Linking(
                        values.get(RegistryKeys.LINK_LABELS),
                        values.get(RegistryKeys.LINK_TARGET),
                        values.get(RegistryKeys.STATUS_ANNOTATION),
                        values.get(RegistryKeys.LINK_RATE)),
                new Recording(
                        values.get(RegistryKeys.STOPPED).state(),
                        values.get(RegistryKeys.ARCHIVED),
                        values.get(RegistryKeys.SERVE_ACTIONS).on(),
                        values.get(RegistryKeys.MIN_UPDATE_INTERVAL)),
                new Sweep(
                        values.get(RegistryKeys.SWEEP_INTERVAL),
                        values.get(RegistryKeys.SWEEP_LIMIT)),
                new Deletion(
                        values.get(RegistryKeys.FINALIZER).on(),
                        values.get(RegistryKeys.FINALIZER_DEADLINE),
                        values.get(RegistryKeys.CLEAR_FOREIGN_FINALIZERS).on()),
                new Deploy(
                        values.get(RegistryKeys.DEPLOY).on(),
                        values.get(RegistryKeys.DEPLOY_NAMESPACES),
                        values.get(RegistryKeys.DEPLOY_RATE),
                        values.get(RegistryKeys.DEPLOY_URI_SCHEMES),
                        values.get(RegistryKeys.DEPLOY_TEMPLATE)));
    }

    private static RegistrySettings global(Values values) {
        return new RegistrySettings(
                values.get(RegistryKeys.API),
                values.get(RegistryKeys.ADDRESS),
                values.get(RegistryKeys.AUTH),
                values.get(RegistryKeys.TOKEN_FILE),
                values.get(RegistryKeys.TOKEN_OVER_HTTP),
                values.get(RegistryKeys.CA_FILE),
                values.get(RegistryKeys.INSECURE_TLS));
    }

    private static Map<String, ConfiguredRegistry> allowed(Values values, RegistrySettings global) {
        Map<String, BaseUrl> urls = values.get(RegistryKeys.AT_URL);
        Map<String, ObjectKey> services = values.get(RegistryKeys.AT_SERVICE);
        Map<String, ConfiguredRegistry> all = new TreeMap<>();
        Stream.concat(urls.keySet().stream(), services.keySet().stream())
                .forEach(
                        id ->
                                all.put(
                                        id,
                                        new ConfiguredRegistry(
                                                id,
                                                Optional.ofNullable(urls.get(id)),
                                                Optional.ofNullable(services.get(id)),
                                                overridden(values, id, global))));
        return all;
    }

    private static RegistrySettings overridden(Values values, String id, RegistrySettings global) {
        return new RegistrySettings(
                values.get(RegistryKeys.AT_API).getOrDefault(id, global.api()),
                values.get(RegistryKeys.AT_ADDRESS).getOrDefault(id, global.address()),
                values.get(RegistryKeys.AT_AUTH).getOrDefault(id, global.authentication()),
                values.get(RegistryKeys.AT_TOKEN_FILE).getOrDefault(id, global.tokenFile()),
                values.get(RegistryKeys.AT_TOKEN_OVER_HTTP)
                        .getOrDefault(id, global.tokenOverHttp()),
                values.get(RegistryKeys.AT_CA_FILE).getOrDefault(id, global.caFile()),
                values.get(RegistryKeys.AT_INSECURE_TLS).getOrDefault(id, global.insecureTls()));
    }
}
