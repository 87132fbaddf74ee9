package dev.drover.basemodels;

import dev.drover.basemodels.decision.Inputs;
import dev.drover.basemodels.decision.Learnt;
import dev.drover.basemodels.job.AgentNames;
import dev.drover.basemodels.objects.AgentStatus;
import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.Claim;
import dev.drover.basemodels.objects.JobPod;
import dev.drover.basemodels.objects.MetadataJob;
import dev.drover.basemodels.objects.StorageClass;
import dev.drover.basemodels.objects.StorageUri;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.basemodels.settings.Extractor;
import dev.drover.intents.Ledger;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceCache;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Puts together what one decision depends on, from caches, ledger and memory. Never blocks. */
final class ModelInputs {
    private final Platform<BasemodelsConfiguration> platform;
    private final Set<String> namespaces;
    private final ModelMemories memories;
    private final JobCacheLag lag;
    private final DoubtfulClaims doubtfulClaims;
    private final ConditionsSupport conditions;

    /**
     * @param namespaces that Drover watches; empty = all
     */
    ModelInputs(
            Platform<BasemodelsConfiguration> platform,
            Set<String> namespaces,
            ModelMemories memories,
            ConditionsSupport conditions) {
        this.platform = platform;
        this.namespaces = Set.copyOf(namespaces);
        this.memories = memories;
        this.lag = new JobCacheLag(cache(BasemodelsResources.JOBS), platform.nanos());
        this.doubtfulClaims = new DoubtfulClaims(platform.nanos());
        this.conditions = conditions;
    }

    /**
     * False until an absent claim, Job or Pod means that there is none, and until StorageClasses
     * are known as well, or are known not to be readable: a decision without them would be taken
     * back.
     */
    boolean ready() {
        return cache(BasemodelsResources.CLAIMS).synced()
                && cache(BasemodelsResources.JOBS).synced()
                && cache(BasemodelsResources.PODS).synced()
                && cache(BasemodelsResources.STORAGE_CLASSES).settled()
                && (!agentMode() || cache(BasemodelsResources.CONFIG_MAPS).synced());
    }

    /**
     * True while the cache of Jobs is behind what was written for this model, or that of claims
     * perhaps behind what was applied with it.
     */
    boolean behind(GenericKubernetesResource object) {
        return lag.behind(ledger(object)) || claimDoubtful(BaseModel.of(object));
    }

    private boolean claimDoubtful(BaseModel model) {
        Optional<StorageUri> uri = model.source().uri();
        if (model.deleting()
                || uri.isEmpty()
                || claim(uri.get()).filter(Claim::bound).isPresent()) {
            doubtfulClaims.certain(model);
            return false;
        }
        boolean seenBefore =
                memories.last(model.key())
                        .flatMap(known -> known.inputs().claim())
                        .filter(claim -> claim.key().equals(uri.get().claim()))
                        .isPresent();
        return doubtfulClaims.doubtful(model, uri.get(), seenBefore);
    }

    Inputs of(GenericKubernetesResource object, boolean gone) {
        BaseModel model = BaseModel.of(object);
        Optional<Claim> claim = model.source().uri().flatMap(this::claim);
        List<MetadataJob> jobs =
                found(BasemodelsResources.JOBS, BasemodelsResources.JOB_INDEX, model.uid())
                        .map(MetadataJob::of)
                        .toList();
        Ledger.Entry ledger = ledger(object);
        return new Inputs(
                model,
                gone,
                claim,
                claim.flatMap(Claim::storageClass).flatMap(this::storageClass),
                cache(BasemodelsResources.STORAGE_CLASSES).synced(),
                jobs,
                found(BasemodelsResources.PODS, BasemodelsResources.POD_INDEX, model.uid())
                        .map(JobPod::of)
                        .toList(),
                agentMode() ? agentStatus(model) : Optional.empty(),
                Learnt.NOTHING,
                conditions.supported(model, ledger),
                platform.configuration().get(),
                namespaces,
                ledger,
                memories.memory(model),
                platform.clock().instant(),
                platform.nanos().getAsLong());
    }

    private Optional<Claim> claim(StorageUri uri) {
        return cache(BasemodelsResources.CLAIMS).get(uri.claim()).map(Claim::of);
    }

    private Stream<GenericKubernetesResource> found(String resource, String index, String value) {
        ResourceCache cache = cache(resource);
        Function<ObjectKey, Optional<GenericKubernetesResource>> get = cache::get;
        return cache.byIndex(index, value).stream().sorted().map(get).flatMap(Optional::stream);
    }

    private Optional<StorageClass> storageClass(String name) {
        return cache(BasemodelsResources.STORAGE_CLASSES)
                .get(new ObjectKey("", name))
                .map(StorageClass::of);
    }

    private Optional<AgentStatus> agentStatus(BaseModel model) {
        String namespace = platform.configuration().get().agentNamespace();
        return cache(BasemodelsResources.CONFIG_MAPS)
                .get(AgentNames.configMap(namespace, model))
                .map(AgentStatus::of);
    }

    private Ledger.Entry ledger(GenericKubernetesResource object) {
        String uid = Objects.requireNonNullElse(object.getMetadata().getUid(), "");
        return platform.ledger().of(ObjectKey.of(object), uid);
    }

    private boolean agentMode() {
        return platform.configuration().get().extractor() == Extractor.OME_AGENT;
    }

    private ResourceCache cache(String resource) {
        return platform.caches().apply(resource);
    }
}
