package dev.drover.weights;

import dev.drover.config.Values;
import dev.drover.intents.ActRoute;
import dev.drover.intents.Intent;
import dev.drover.intents.Outcome;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.status.FlowObjects;
import dev.drover.status.ObjectLine;
import dev.drover.weights.decision.ModelCondition;
import dev.drover.weights.explanation.ModelExplanation;
import dev.drover.weights.explanation.ModelSummary;
import dev.drover.weights.health.HealthTracker;
import dev.drover.weights.health.Probing;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.providers.ProviderEvents;
import dev.drover.weights.scraping.Scraping;
import dev.drover.weights.scraping.Targets;
import dev.drover.weights.settings.WeightsConfiguration;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flow {@code weights}: splits the traffic of every {@code ExternalModel} over its remote
 * clusters. Binds the beans that the routes of {@code routes/weights} name.
 */
public final class WeightsFlow implements FlowObjects {
    /**
     * In keys, routes, beans, metrics; the lease and the field manager are {@code drover-weights}.
     */
    public static final String NAME = "weights";

    private static final List<String> RESOURCES =
            List.of(ExternalModel.RESOURCE, ExternalProvider.RESOURCE);

    /** Scrapes at once for one probe at once: a probe is over in no time, or hangs. */
    private static final int PROBES_PER_SCRAPE = 4;

    private static final Logger LOG = LoggerFactory.getLogger(WeightsFlow.class);

    private final Platform<WeightsConfiguration> platform;
    private final ModelSources sources;
    private final ModelMemories memories = new ModelMemories();
    private final ObjectSeries series;

    public WeightsFlow(Platform<WeightsConfiguration> platform, ModelSources sources) {
        this.platform = platform;
        this.sources = sources;
        this.series = new ObjectSeries(platform.meters(), platform.objectSeries());
    }

    /** Paths of what the flow watches; it can decide once all of them are known. */
    public static List<String> resources(Values values) {
        return RESOURCES;
    }

    /**
     * Binds every bean of the flow, scrapes and probes included, and itself under its name. To be
     * called once, before routes load.
     */
    public static WeightsFlow bind(CamelContext context, Platform<WeightsConfiguration> platform) {
        ProviderEvents events =
                new ProviderEvents(
                        notice -> platform.events().record(NAME, notice),
                        key ->
                                platform.caches()
                                        .apply(ExternalProvider.RESOURCE)
                                        .get(key)
                                        .map(provider -> provider.getMetadata().getUid()));
        Targets targets = Scraping.bind(context, platform, events);
        HealthTracker tracker = probing(context, platform, events);
        WeightsFlow flow =
                new WeightsFlow(
                        platform, new TargetSources(targets, tracker, platform.configuration()));
        flow.bind(context.getRegistry());
        context.getRegistry().bind(NAME, flow);
        platform.leadershipLost().accept(flow::leadershipLost);
        flow.announce();
        return flow;
    }

    private static HealthTracker probing(
            CamelContext context, Platform<WeightsConfiguration> platform, ProviderEvents events) {
        HealthNews news =
                new HealthNews(
                        events, new ObjectSeries(platform.meters(), platform.objectSeries()));
        Supplier<WeightsConfiguration> configuration = platform.configuration();
        Probing probing =
                new Probing(
                        configuration.get().scrape().maxInFlight() / PROBES_PER_SCRAPE,
                        () -> configuration.get().scrape().deniedNetworks(),
                        platform.meters(),
                        platform.nanos());
        HealthTracker tracker = probing.bind(context, news);
        news.ask(provider -> tracker.state(provider.namespace(), provider.name()));
        return tracker;
    }

    /** Binds every bean of the reconcile side. To be called once, before routes load. */
    public void bind(Registry registry) {
        registry.bind(ModelIndex.NAME, new ModelIndex());
        registry.bind("weights-model-prune", Pruning.model());
        registry.bind("weights-provider-prune", Pruning.provider());
        registry.bind("weights-provider-view", new ProviderView());
        registry.bind("weights-gather", new GatherProcessor(new ModelInputs(platform, sources)));
        registry.bind(
                "weights-calculator", new CalculatorProcessor(platform, memories, sources, series));
        registry.bind(
                "weights-editor",
                new EditorProcessor(notice -> platform.events().record(NAME, notice)));
        registry.bind("weights-provider-models", new ProviderModelsProcessor(platform));
        registry.bind("weights-turns", new TurnsProcessor(platform, memories));
        new ActRoute(
                        NAME,
                        platform.fence(),
                        platform.ledger(),
                        platform.events(),
                        platform.meters(),
                        platform.mode(),
                        this::patched,
                        platform.nanos())
                .bind(registry);
        for (ModelCondition condition : ModelCondition.values()) {
            Gauge.builder("drover.weights.models", memories, it -> it.count(condition))
                    .description("Models by how they are doing")
                    .tag("state", condition.state())
                    .tag("reason", condition.reason())
                    .register(platform.meters());
        }
    }

    private void announce() {
        WeightsConfiguration keys = platform.configuration().get();
        LOG.info(
                "Starting weight-controller: interval={} strategy={} mode={}",
                words(keys.interval()),
                keys.strategy().name().toLowerCase(java.util.Locale.ROOT),
                platform.mode().get().word());
    }

    private static String words(java.time.Duration duration) {
        return duration.toMillis() % 1000 == 0
                ? duration.toSeconds() + "s"
                : duration.toMillis() + "ms";
    }

    /**
     * Leadership of the flow is lost: what is remembered goes out of date, and series of objects
     * belong to the next leader's process.
     */
    void leadershipLost() {
        memories.clear().forEach(sources::release);
        platform.ledger().clear();
        series.clear();
    }

    /**
     * Why the model has its weights, as of the last decision about it. Empty for a model that this
     * process does not know, and for all while another leads the flow.
     */
    @Override
    public Optional<ModelExplanation> explain(ObjectKey model) {
        return memories.last(model)
                .map(last -> ModelExplanation.of(last.observed(), last.decision()));
    }

    /** One line a model, by namespace and name; empty while another process leads the flow. */
    public List<ModelSummary> models() {
        return memories.all().stream()
                .map(last -> ModelSummary.of(last.observed(), last.decision()))
                .sorted(
                        Comparator.comparing(ModelSummary::namespace)
                                .thenComparing(ModelSummary::name))
                .toList();
    }

    @Override
    public List<String> resources() {
        return List.of(ExternalModel.RESOURCE);
    }

    @Override
    public List<ObjectLine> lines() {
        return models().stream().map(WeightsFlow::line).toList();
    }

    private static ObjectLine line(ModelSummary model) {
        return new ObjectLine(
                "ExternalModel",
                new ObjectKey(model.namespace(), model.name()),
                model.state(),
                model.reason(),
                model.decidedAt().truncatedTo(ChronoUnit.MILLIS),
                "weights " + model.weights() + ", desired " + model.desired());
    }

    private void patched(Intent intent, Outcome outcome) {
        Counter.builder("drover.weights.patches")
                .description("Patches of models by why and by what became of them")
                .tag("reason", intent.account().reason())
                .tag("outcome", outcome.label())
                .register(platform.meters())
                .increment();
    }
}
