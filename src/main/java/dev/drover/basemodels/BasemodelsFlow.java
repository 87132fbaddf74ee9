package dev.drover.basemodels;

import dev.drover.basemodels.decision.Cause;
import dev.drover.basemodels.explanation.ModelExplanation;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.config.Values;
import dev.drover.intents.ActRoute;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.status.FlowObjects;
import dev.drover.status.ObjectLine;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.spi.Registry;

/**
 * The flow {@code basemodels}: validates models that live on a PersistentVolumeClaim, has a Job
 * read their configuration, fills the empty fields of their spec and keeps their status true. Binds
 * the beans that the routes of {@code routes/basemodels} name.
 */
public final class BasemodelsFlow implements FlowObjects {
    /**
     * In keys, routes, beans, metrics; the lease and the field manager are {@code
     * drover-basemodels}.
     */
    public static final String NAME = "basemodels";

    private final Platform<BasemodelsConfiguration> platform;
    private final ModelMemories memories = new ModelMemories();
    private final RecentEvents events;
    private final ConditionsSupport conditions;

    private BasemodelsFlow(
            Platform<BasemodelsConfiguration> platform,
            Function<String, GenericKubernetesResource> definitions) {
        this.platform = platform;
        this.events = new RecentEvents(platform.nanos());
        this.conditions = new ConditionsSupport(definitions, platform.nanos());
    }

    /** Paths of what the flow watches; it can decide once all of them are known. */
    public static List<String> resources(Values values) {
        Stream<String> always =
                Stream.of(
                        BasemodelsResources.MODELS,
                        BasemodelsResources.CLAIMS,
                        BasemodelsResources.JOBS,
                        BasemodelsResources.PODS);
        return values.get(BasemodelsKeys.EXTRACTOR) == Extractor.OME_AGENT
                ? Stream.concat(always, Stream.of(BasemodelsResources.CONFIG_MAPS)).toList()
                : always.toList();
    }

    /** Binds every bean of the flow. To be called once, before routes load. */
    public static BasemodelsFlow bind(
            CamelContext context, Platform<BasemodelsConfiguration> platform) {
        ProducerTemplate template = context.createProducerTemplate();
        BasemodelsFlow flow = new BasemodelsFlow(platform, name -> definition(template, name));
        flow.bind(context.getRegistry(), namespaces(context));
        context.getRegistry().bind(NAME, flow);
        platform.leadershipLost().accept(flow::leadershipLost);
        return flow;
    }

    private static GenericKubernetesResource definition(ProducerTemplate template, String name) {
        return template.requestBodyAndHeader(
                "direct:basemodels-schema",
                null,
                ResourcesConstants.NAME,
                name,
                GenericKubernetesResource.class);
    }

    private static Set<String> namespaces(CamelContext context) {
        String list = context.resolvePropertyPlaceholders("{{drover.namespaces:}}");
        return Stream.of(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    @Override
    public List<String> resources() {
        return List.of(BasemodelsResources.MODELS, BasemodelsResources.CLUSTER_MODELS);
    }

    @Override
    public List<ObjectLine> lines() {
        return memories.all().stream()
                .filter(known -> known.decision().cause().isPresent())
                .map(BasemodelsFlow::line)
                .sorted(Comparator.comparing(ObjectLine::object))
                .toList();
    }

    private static ObjectLine line(ModelMemories.Remembered known) {
        BaseModel model = known.inputs().model();
        Cause cause = known.decision().cause().orElseThrow();
        return new ObjectLine(
                model.kind().word(),
                model.key(),
                cause.group().state(),
                cause.word(),
                known.inputs().now().truncatedTo(ChronoUnit.MILLIS),
                known.decision().message());
    }

    @Override
    public Optional<ModelExplanation> explain(ObjectKey model) {
        return memories.last(model)
                .map(known -> ModelExplanation.of(known.inputs(), known.decision()));
    }

    @Override
    public List<String> whyUnknown() {
        return List.of(
                "its storageUri does not begin with pvc://",
                "it is paused (drover.dev/mode)",
                "its claim is in a namespace that is not watched");
    }

    private void bind(Registry registry, Set<String> namespaces) {
        bindCaches(registry);
        bindTriggers(registry);
        registry.bind(
                "basemodels-gather",
                new GatherProcessor(new ModelInputs(platform, namespaces, memories, conditions)));
        LiveReads reads = new LiveReads(events, platform.meters());
        registry.bind("basemodels-ask", reads.ask());
        registry.bind("basemodels-question", reads.question());
        registry.bind("basemodels-unread", reads.unread());
        registry.bind("basemodels-answer", reads.answer());
        registry.bind("job-management", new JobManagementProcessor(platform, memories));
        BasemodelsSeries series =
                new BasemodelsSeries(
                        platform.meters(),
                        memories,
                        () -> platform.configuration().get().extractor(),
                        platform.nanos());
        series.bind();
        new ActRoute(
                        NAME,
                        platform.fence(),
                        platform.ledger(),
                        new ToldByStatus(platform.events()),
                        platform.meters(),
                        platform.mode(),
                        series,
                        platform.nanos())
                .bind(registry);
    }

    private static void bindCaches(Registry registry) {
        registry.bind("basemodels-model-prune", Pruning.model());
        registry.bind("basemodels-claim-prune", Pruning.claim());
        registry.bind("basemodels-job-prune", Pruning.job());
        registry.bind("basemodels-pod-prune", Pruning.pod());
        registry.bind("basemodels-storageclass-prune", Pruning.storageClass());
        registry.bind("basemodels-configmap-prune", Pruning.configMap());
        registry.bind(BasemodelsResources.MODEL_INDEX, new ModelIndex());
        index(registry, BasemodelsResources.CLAIM_INDEX, Related::awaitedClass);
        index(registry, BasemodelsResources.JOB_INDEX, Related::uids);
        index(registry, BasemodelsResources.POD_INDEX, Related::modelUid);
        registry.bind("basemodels-claim-view", new ClaimView());
        registry.bind("basemodels-pod-view", new PodView());
    }

    private static void index(
            Registry registry,
            String name,
            Function<GenericKubernetesResource, Collection<String>> valuesOf) {
        registry.bind(name, valuesOf);
    }

    private void bindTriggers(Registry registry) {
        trigger(registry, "claim", Related::ofClaim, "updated"); // what a pause may wait for
        trigger(registry, "job", Related::ofJob, "job");
        trigger(registry, "pod", Related::ofPod, "pod");
        trigger(registry, "storageclass", this::ofStorageClass, "storageclass");
        trigger(registry, "configmap", Related::ofConfigMap, "configmap");
        registry.bind("basemodels-kinds", new KindsProcessor());
        registry.bind(
                "basemodels-edits",
                new EditsProcessor(platform.configuration(), platform.caches()));
        registry.bind(
                "basemodels-definitions",
                new DefinitionsProcessor(conditions, platform.caches(), platform.nanos()));
    }

    private void trigger(
            Registry registry,
            String object,
            Function<GenericKubernetesResource, Collection<String>> related,
            String cause) {
        registry.bind(
                "basemodels-" + object + "-models",
                new ModelsProcessor(platform.caches(), related, cause));
    }

    /** Of claims that are not bound and name the class. */
    private Collection<String> ofStorageClass(GenericKubernetesResource storageClass) {
        ResourceCache claims = platform.caches().apply(BasemodelsResources.CLAIMS);
        return claims
                .byIndex(BasemodelsResources.CLAIM_INDEX, storageClass.getMetadata().getName())
                .stream()
                .map(ModelIndex::claim)
                .toList();
    }

    /** What is remembered goes out of date while others lead. */
    private void leadershipLost() {
        memories.clear();
        events.clear();
        conditions.forget();
        platform.ledger().clear();
    }
}
