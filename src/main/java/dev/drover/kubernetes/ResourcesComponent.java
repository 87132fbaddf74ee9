package dev.drover.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.apache.camel.Endpoint;
import org.apache.camel.component.kubernetes.KubernetesConfiguration;
import org.apache.camel.component.kubernetes.KubernetesHelper;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/**
 * Kubernetes objects as a work queue with informers behind it, and as a target of reads and writes.
 * Informers belong to the component: they are shared by the endpoints of a resource, outlive the
 * edit of a route, and run while routes are stopped.
 */
@Component("kubernetes-resources")
public class ResourcesComponent extends DefaultComponent {
    private final List<ResourcesConsumer> consumers = new CopyOnWriteArrayList<>();
    private ApiConnection api; // guarded by this
    private KubernetesClient ownClient; // guarded by this

    @Metadata(
            autowired = true,
            description =
                    "The client to use; the one of the registry if there is exactly " + "one.")
    private KubernetesClient kubernetesClient;

    /** Not an option: its own options would appear among ours, without their descriptions. */
    @Metadata(skip = true)
    private KubernetesConfiguration configuration = new KubernetesConfiguration();

    @Metadata(
            description =
                    "Namespaces that consumers watch when their endpoint names none, "
                            + "comma-separated; empty = the whole cluster. Kinds without "
                            + "namespaces are not touched by it.")
    private String namespaces;

    @Metadata(
            label = "consumer",
            defaultValue = "5",
            description =
                    "How often a pass that ended with Conflict is started again at "
                            + "once, on the object read from the server, before the conflict "
                            + "counts as one failed attempt.")
    private int maxConflicts = 5;

    @Metadata(
            label = "consumer",
            javaType = "java.time.Duration",
            defaultValue = "1h",
            description =
                    "How often informers list their objects anew although their watch"
                            + " is well, with jitter.")
    private Duration relist = Duration.ofHours(1);

    @Metadata(
            label = "consumer",
            defaultValue = "true",
            description = "Whether informers run while the routes that use them are " + "stopped.")
    private boolean warmStandby = true;

    @Metadata(
            label = "consumer",
            javaType = "java.time.Duration",
            defaultValue = "2m",
            description =
                    "A worker in one step of a route for longer than this is called " + "stuck.")
    private volatile Duration stuckWorker = Duration.ofMinutes(2);

    @Metadata(
            javaType = "java.time.Duration",
            defaultValue = "10s",
            description = "For reads, until the last byte of the answer.")
    private Duration requestTimeout = Duration.ofSeconds(10);

    @Metadata(
            label = "producer",
            javaType = "java.time.Duration",
            defaultValue = "4s",
            description =
                    "For writes, until the last byte of the answer; then the write "
                            + "counts as lost.")
    private Duration writeTimeout = Duration.ofSeconds(4);

    @Metadata(
            label = "advanced",
            autowired = true,
            description = "Where the metrics go; without one there are none.")
    private MeterRegistry meterRegistry;

    private PassListener passListener = (flow, object, gone, failure) -> {};
    private LongSupplier nanoTime = System::nanoTime;

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        ResourcesEndpoint endpoint = new ResourcesEndpoint(uri, this, remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        getCamelContext()
                .getCamelContextExtension()
                .addInterceptStrategy(StepMarker.INSTANCE); // before the routes are built
        getCamelContext().addService(new InformersView(this));
    }

    @Override
    protected void doStop() throws Exception {
        synchronized (this) {
            if (api != null) {
                api.close();
                api = null;
            }
            if (ownClient != null) {
                ownClient.close();
                ownClient = null;
            }
        }
        super.doStop();
    }

    /**
     * What is known of a resource without asking the server: the cache of the informer that the
     * endpoints of this resource share. Can be asked for before any of them exists; is empty and
     * not synced until then.
     *
     * @param resourcePath as in the URI of an endpoint
     */
    public ResourceCache cache(String resourcePath) {
        return new SharedCache(this, ResourceType.parse(resourcePath));
    }

    /**
     * Asks the running consumers of a resource for a pass over these objects. On a standby, where
     * none runs, nothing happens: what runs later begins with all objects.
     *
     * @param resourcePath as in the URI of an endpoint; the version does not matter
     * @param cause one word that the exchange will show, for example {@code tick}. With {@code
     *     updated} the keys also end the pause after a failure, as an edit of theirs would
     * @param delay from now; zero = at once
     */
    public void enqueue(
            String resourcePath, Collection<ObjectKey> keys, String cause, Duration delay) {
        ResourceType type = ResourceType.parse(resourcePath);
        for (ResourcesConsumer consumer : consumers) {
            if (consumer.serves(type)) {
                keys.forEach(key -> consumer.enqueue(key, cause, delay));
            }
        }
    }

    /** All workers that are in a pass now, for a watchdog and for people. */
    public List<WorkerState> workers() {
        return consumers.stream().flatMap(consumer -> consumer.workers().stream()).toList();
    }

    /** Those of {@link #workers()} that are in one step for longer than {@code stuckWorker}. */
    public List<WorkerState> stuckWorkers() {
        return workers().stream()
                .filter(worker -> worker.inStep().compareTo(stuckWorker) > 0)
                .toList();
    }

    /** The queues of the running consumers, for people; none on a standby. */
    public List<QueueView> queues() {
        return consumers.stream().map(ResourcesConsumer::view).toList();
    }

    /**
     * What the queue of a resource means to do with an object; empty when it knows nothing of it.
     *
     * @param resourcePath as in the URI of an endpoint; the version does not matter
     */
    public Optional<KeyView> look(String resourcePath, ObjectKey key) {
        ResourceType type = ResourceType.parse(resourcePath);
        return consumers.stream()
                .filter(consumer -> consumer.serves(type))
                .flatMap(consumer -> consumer.look(key).stream())
                .findFirst();
    }

    /** How the informers are, one entry each; empty before an endpoint needs one. */
    public List<InformerState> informerStates() {
        return informers().stream().map(ResourceInformer::state).toList();
    }

    /** Connects at the first call; no request is sent by that. */
    synchronized ApiConnection api() {
        if (api == null) {
            api =
                    new ApiConnection(
                            getCamelContext(),
                            this,
                            client(),
                            relist,
                            requestTimeout,
                            writeTimeout,
                            meterRegistry);
        }
        return api;
    }

    private synchronized KubernetesClient client() {
        if (kubernetesClient != null) {
            return kubernetesClient;
        }
        if (ownClient == null) {
            ownClient =
                    new KubernetesClients(meterRegistry, System::nanoTime)
                            .create("kubernetes", requestTimeout, clientConfig());
        }
        return ownClient;
    }

    private Config clientConfig() {
        String url = configuration.getMasterUrl();
        if (url == null || url.isEmpty() || url.equals("local") || url.equals("client")) {
            return KubernetesClients.surroundings();
        }
        try (KubernetesClient translated = KubernetesHelper.getKubernetesClient(configuration)) {
            return translated.getConfiguration();
        }
    }

    /** Informers that exist, without making any. */
    synchronized Collection<ResourceInformer> informers() {
        return api == null ? List.of() : api.informers().all();
    }

    void register(ResourcesConsumer consumer) {
        consumers.add(consumer);
    }

    void deregister(ResourcesConsumer consumer) {
        consumers.remove(consumer);
    }

    /** Every queue of the resource waits until its cache has seen this version of the object. */
    void wrote(ResourceType type, ObjectKey key, String version) {
        for (ResourcesConsumer consumer : consumers) {
            if (consumer.serves(type)) {
                consumer.wrote(key, version);
            }
        }
    }

    List<String> watchedNamespaces() {
        return namespaces == null
                ? List.of()
                : Arrays.stream(namespaces.split(",", -1))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .toList();
    }

    public KubernetesClient getKubernetesClient() {
        return kubernetesClient;
    }

    public void setKubernetesClient(KubernetesClient kubernetesClient) {
        this.kubernetesClient = kubernetesClient;
    }

    public KubernetesConfiguration getConfiguration() {
        return configuration;
    }

    /** How to connect, where no client is given. */
    public void setConfiguration(KubernetesConfiguration configuration) {
        this.configuration = configuration;
    }

    public String getNamespaces() {
        return namespaces;
    }

    public void setNamespaces(String namespaces) {
        this.namespaces = namespaces;
    }

    public int getMaxConflicts() {
        return maxConflicts;
    }

    public void setMaxConflicts(int maxConflicts) {
        this.maxConflicts = maxConflicts;
    }

    public Duration getRelist() {
        return relist;
    }

    public void setRelist(Duration relist) {
        this.relist = relist;
    }

    public boolean isWarmStandby() {
        return warmStandby;
    }

    public void setWarmStandby(boolean warmStandby) {
        this.warmStandby = warmStandby;
    }

    public Duration getStuckWorker() {
        return stuckWorker;
    }

    public void setStuckWorker(Duration stuckWorker) {
        this.stuckWorker = stuckWorker;
    }

    public Duration getRequestTimeout() {
        return requestTimeout;
    }

    public void setRequestTimeout(Duration requestTimeout) {
        this.requestTimeout = requestTimeout;
    }

    public Duration getWriteTimeout() {
        return writeTimeout;
    }

    public void setWriteTimeout(Duration writeTimeout) {
        this.writeTimeout = writeTimeout;
    }

    public MeterRegistry getMeterRegistry() {
        return meterRegistry;
    }

    public void setMeterRegistry(MeterRegistry meterRegistry) {
        this.meterRegistry = meterRegistry;
    }

    PassListener passListener() {
        return passListener;
    }

    /** Who is told how passes end. To be set before routes start; nobody by default. */
    public void setPassListener(PassListener passListener) {
        this.passListener = passListener;
    }

    LongSupplier nanoTime() {
        return nanoTime;
    }

    /**
     * The monotonic clock of the queues. To be set before routes start; the system's by default.
     */
    public void setNanoTime(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }
}
