package dev.drover.registry;

import dev.drover.config.Values;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.WorkloadKind;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.status.FlowObjects;
import dev.drover.status.ObjectLine;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flow {@code registry}: keeps the Model Registry's record of every deployment true. Binds the
 * beans that the routes of {@code routes/registry} name.
 */
public final class RegistryFlow implements FlowObjects {
    /**
     * In keys, routes, beans, metrics; the lease and the field manager are {@code drover-registry}.
     */
    public static final String NAME = "registry";

    private static final Logger LOG = LoggerFactory.getLogger(RegistryFlow.class);

    private final Parts parts;
    private final RegistryReport report;
    private final RegistryObjects objects;

    private RegistryFlow(Parts parts, RegistryReport report) {
        this.parts = parts;
        this.report = report;
        this.objects =
                new RegistryObjects(
                        parts.memories(),
                        new DomainKeys(parts.platform().configuration().get().domain().prefix()));
    }

    /**
     * Paths of what must be known before the flow may decide. Services are not among them: each
     * pass waits for those, and not at all where the right to read them is missing.
     */
    public static List<String> resources(Values values) {
        return List.of(WorkloadKind.INFERENCE_SERVICE.resource());
    }

    /**
     * Binds every bean of the flow, clients of registries included, and itself under its name. To
     * be called once, before routes load.
     */
    public static RegistryFlow bind(
            CamelContext context, Platform<RegistryConfiguration> platform) {
        RegistryBinding binding = new RegistryBinding(context, platform);
        Parts parts = binding.bind();
        RegistryFlow flow = new RegistryFlow(parts, binding.report(parts));
        context.getRegistry().bind(NAME, flow);
        platform.leadershipLost().accept(flow::leadershipLost);
        announce(platform);
        return flow;
    }

    private static void announce(Platform<RegistryConfiguration> platform) {
        RegistryConfiguration keys = platform.configuration().get();
        LOG.info(
                "Starting registry sync: domain={} registries in {} link-labels={} mode={}",
                keys.domain().prefix(),
                keys.registryNamespaces().isEmpty()
                        ? "no namespace"
                        : String.join(",", keys.registryNamespaces()),
                keys.linking().labels().name().toLowerCase(Locale.ROOT),
                platform.mode().get().word());
    }

    @Override
    public List<String> resources() {
        return Arrays.stream(WorkloadKind.values()).map(WorkloadKind::resource).toList();
    }

    @Override
    public List<ObjectLine> lines() {
        return objects.lines();
    }

    @Override
    public Optional<Explanation> explain(ObjectKey object) {
        return objects.explain(object);
    }

    @Override
    public List<String> whyUnknown() {
        return List.of(
                "it is an LLMInferenceService and drover.registry.kinds does not name those",
                "the first walk of its registry has not ended");
    }

    @Override
    public Map<String, Object> details() {
        return Map.of("registries", report.details());
    }

    private void leadershipLost() {
        parts.leadershipLost();
    }
}
