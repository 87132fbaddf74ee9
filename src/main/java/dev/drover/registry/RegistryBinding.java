package dev.drover.registry;

import dev.drover.intents.ActRoute;
import dev.drover.intents.Intent;
import dev.drover.intents.Outcome;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ResourcesComponent;
import dev.drover.registry.client.RegistryClients;
import dev.drover.registry.decision.MetadataPatch;
import dev.drover.registry.objects.DomainKeys;
import dev.drover.registry.objects.Pruning;
import dev.drover.registry.objects.WorkloadKind;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.view.RecordView;
import dev.drover.status.ReportCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.apache.camel.CamelContext;
import org.apache.camel.component.properties.PropertiesComponent;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.spi.Registry;

/** Makes the parts of the flow and binds those that routes name. Used once. */
final class RegistryBinding {
    /** Camel property: where Services of registries are watched. */
    private static final String SERVICE_NAMESPACES = "registry.service-namespaces";

    private final CamelContext context;
    private final Platform<RegistryConfiguration> platform;
    private final RegistryMeters meters;
    private final SweepState sweeps = new SweepState();
    private final List<WorkloadKind> kinds;
    private final RegistryClients clients;
    private final Directories directories;
    private final RegistryNews news;
    private Upkeep upkeep; // set once, before routes start

    RegistryBinding(CamelContext context, Platform<RegistryConfiguration> platform) {
        this.context = context;
        this.platform = platform;
        this.meters = new RegistryMeters(platform.meters(), platform.nanos());
        this.kinds = kinds(platform.configuration().get());
        this.news =
                new RegistryNews(
                        notice -> platform.events().record(RegistryFlow.NAME, notice),
                        registry -> directories().service(registry),
                        registry -> upkeep.available(registry));
        this.clients =
                RegistryClients.bind(
                        context,
                        platform.configuration(),
                        platform.meters(),
                        platform.clock(),
                        platform.nanos(),
                        news);
        this.directories =
                new Directories(
                        platform.configuration(),
                        platform.caches().apply(Directories.SERVICES),
                        clients,
                        context::isStarted);
    }

    private Directories directories() {
        return directories;
    }

    private static List<WorkloadKind> kinds(RegistryConfiguration configuration) {
        List<String> wanted = configuration.kinds().stream().map(Enum::name).toList();
        return Arrays.stream(WorkloadKind.values())
                .filter(kind -> wanted.stream().anyMatch(it -> it.equalsIgnoreCase(kind.plural())))
                .toList();
    }

    Parts bind() {
        KubernetesReads reads = new KubernetesReads(context.createProducerTemplate());
        Queues queues = new Queues(this::component, platform.caches(), kinds);
        Parts parts =
                new Parts(
                        platform,
                        directories,
                        clients,
                        new ClusterIdentity(
                                () -> platform.configuration().get().cluster(),
                                reads::clusterUid,
                                platform.nanos()),
                        new RecordView(platform.nanos()),
                        Parts.references(platform),
                        Parts.pacer(platform, queues),
                        Parts.deployPacer(platform),
                        new DeployRequests(platform.nanos()),
                        new Memories(),
                        new Outages(),
                        new Walks(
                                () -> Sweeper.interval(platform.configuration().get()),
                                platform.nanos()),
                        queues);
        upkeep = upkeep(parts);
        bindPasses(parts, reads);
        bindUpkeep();
        new ActRoute(
                        RegistryFlow.NAME,
                        platform.fence(),
                        platform.ledger(),
                        platform.events(),
                        platform.meters(),
                        platform.mode(),
                        (intent, outcome) -> acted(parts, intent, outcome),
                        platform.nanos())
                .bind(context.getRegistry());
        meters.watch(parts.memories(), kinds);
        new SweepMeters(platform.meters(), sweeps).watch();
        context.getRegistry()
                .bind(
                        RegistryFlow.NAME + "-registries",
                        HealthCheck.class,
                        new ReportCheck(RegistryFlow.NAME + "-registries", report(parts)::details));
        return parts;
    }

    RegistryReport report(Parts parts) {
        return new RegistryReport(directories, clients::statuses, sweeps, parts.cluster());
    }

    private void acted(Parts parts, Intent intent, Outcome outcome) {
        meters.acted(intent, outcome);
        if (outcome == Outcome.APPLIED && MetadataPatch.reachesPods(intent)) {
            WorkloadKind.ofResource(intent.resource())
                    .map(kind -> new Memories.Subject(kind, intent.target()))
                    .ifPresent(parts.pacer()::used);
        }
    }

    private ResourcesComponent component() {
        return context.getComponent("kubernetes-resources", ResourcesComponent.class);
    }

    private Upkeep upkeep(Parts parts) {
        ExecutorService walkers =
                context.getExecutorServiceManager().newCachedThreadPool(this, "registry-sweep");
        Sweeper sweeper =
                new Sweeper(
                        parts, new DeployWalk(parts, directories), sweeps, news, watched(), kinds);
        return new Upkeep(parts, directories, clients, sweeper, sweeps, walkers);
    }

    /** Whether workloads of this namespace are watched. */
    private Predicate<String> watched() {
        String namespaces = component().getNamespaces();
        List<String> all =
                namespaces == null || namespaces.isBlank()
                        ? List.of()
                        : Arrays.stream(namespaces.split(",")).map(String::strip).toList();
        return namespace -> all.isEmpty() || all.contains(namespace);
    }

    private void bindPasses(Parts parts, KubernetesReads reads) {
        Registry registry = context.getRegistry();
        Situations situations = new Situations(parts);
        Reader reader = new Reader(parts, reads);
        Admissions admissions =
                new Admissions(() -> platform.configuration().get().calls().maxInFlight());
        for (WorkloadKind kind : WorkloadKind.values()) {
            registry.bind(
                    "registry-observe-" + kind.plural(),
                    new ObserveProcessor(
                            kind, parts, directories, upkeep, situations, reader, admissions));
        }
        registry.bind("registry-sync", new SyncProcessor(parts.memories(), sweeps));
        registry.bind("registry-write", new WriteProcessor(parts));
        registry.bind(
                "registry-conclude",
                new ConcludeProcessor(
                        parts,
                        situations,
                        new Retries(
                                () -> ThreadLocalRandom.current().nextDouble(),
                                new ReturnTimes(platform.nanos())),
                        new Announcer(platform.events(), meters),
                        meters));
        registry.bind("registry-prune", new Pruning());
        registry.bind(
                ReferenceIndex.NAME,
                new ReferenceIndex(
                        new DomainKeys(platform.configuration().get().domain().prefix())));
    }

    private void bindUpkeep() {
        Registry registry = context.getRegistry();
        registry.bind("registry-services", new ServicesProcessor(upkeep));
        registry.bind("registry-service-prune", RegistryServices.pruning());
        registry.bind("registry-sweep", new SweepProcessor(upkeep));
        List<String> namespaces =
                new ArrayList<>(platform.configuration().get().serviceNamespaces());
        ((PropertiesComponent) context.getPropertiesComponent())
                .addOverrideProperty(SERVICE_NAMESPACES, String.join(",", namespaces));
    }
}
