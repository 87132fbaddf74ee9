package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.gate.RouteCoverage;
import dev.drover.intents.Ledger;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourcesComponent;
import dev.drover.kubernetes.WriteFence;
import dev.drover.registry.objects.WorkloadKind;
import dev.drover.registry.settings.RegistryConfiguration;
import dev.drover.registry.settings.RegistryKeys;
import dev.drover.sandbox.LogLines;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.SeenRequest;
import dev.drover.status.FlowObjects;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.LoggingLevel;
import org.apache.camel.Processor;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.support.RoutePolicySupport;

/**
 * The flow as it is shipped: its YAML routes, the real components, a double of the API server and
 * one of a registry, which is called {@code ml}. The cluster is called {@code c1}.
 */
final class SyncFixture implements AutoCloseable {
    private static final String[] ROUTES = {
        "routes/common/act.camel.yaml",
        "routes/registry/registry-act.camel.yaml",
        "routes/registry/registry-cluster.camel.yaml",
        "routes/registry/registry-request.camel.yaml",
        "routes/registry/registry-reconcile.camel.yaml",
        "routes/registry/registry-reconcile-llm.camel.yaml",
        "routes/registry/registry-services.camel.yaml",
        "routes/registry/registry-sweep.camel.yaml"
    };

    /** How long a breaker stays open, as {@code registry-request} ships it. */
    static final Duration OPEN = Duration.ofSeconds(30);

    static final String MODEL_LABEL = "modelregistry.opendatahub.io/registered-model-id";
    static final String VERSION_LABEL = "modelregistry.opendatahub.io/model-version-id";
    static final String LINK_LABEL = "modelregistry.opendatahub.io/inference-service-id";

    final ApiServerDouble api;
    final RegistryDouble registry;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<Notice> events = new CopyOnWriteArrayList<>();
    final LogLines lines = new LogLines("dev.drover.registry");
    final AtomicLong skippedNanos = new AtomicLong();
    private final Map<String, Long> openedNanos = new HashMap<>(); // of breakers, as tests saw it
    private final Map<String, String> keys = new HashMap<>();
    private final KubernetesClient client;
    private final boolean owner;
    private final DefaultCamelContext context = new DefaultCamelContext();
    private volatile RegistryConfiguration configuration;
    volatile Mode mode = Mode.APPLY;
    volatile boolean leading = true;
    private boolean impatient;

    /** {@code keys} are environment variables without {@code DROVER_REGISTRY_}. */
    SyncFixture(Map<String, String> keys) throws Exception {
        this(ApiServerDouble.start().installDevelopmentCrds(), RegistryDouble.start(), keys, true);
    }

    SyncFixture() throws Exception {
        this(Map.of());
    }

    /** Beside another Drover: the servers are its. */
    SyncFixture(ApiServerDouble api, RegistryDouble registry, Map<String, String> keys)
            throws Exception {
        this(api, registry, keys, false);
    }

    private SyncFixture(
            ApiServerDouble api, RegistryDouble registry, Map<String, String> keys, boolean owner)
            throws Exception {
        this.api = api;
        this.registry = registry;
        this.owner = owner;
        this.client = api.client();
        this.keys.putAll(
                Map.of(
                        "AT_ML_URL", registry.url(),
                        "AUTH", "none",
                        "CLUSTER", "c1",
                        "MIN_UPDATE_INTERVAL", "0s",
                        "DEADLINE", "2s",
                        "RESPONSE_TIMEOUT", "2s"));
        this.keys.putAll(keys);
        this.configuration = configuration();
        RouteCoverage.watch(context);
        bind();
    }

    private void bind() {
        ResourcesComponent component = new ResourcesComponent();
        component.setKubernetesClient(client);
        component.setMeterRegistry(meters);
        component.setNanoTime(this::nanos);
        context.addComponent("kubernetes-resources", component);
        context.setStreamCaching(false);
        Properties properties = new Properties();
        properties.setProperty("drover.selector", "");
        properties.setProperty("drover.registry.concurrency", "8");
        properties.setProperty(
                "drover.registry.kinds", keys.getOrDefault("KINDS", "inferenceservices"));
        context.getPropertiesComponent().setInitialProperties(properties);
        DefaultErrorHandlerDefinition quiet = new DefaultErrorHandlerDefinition();
        quiet.setLevel(LoggingLevel.OFF.name());
        context.getCamelContextExtension().setErrorHandlerFactory(quiet);
        context.getRegistry().bind("kubernetes-client", KubernetesClient.class, client);
        context.getRegistry()
                .bind("registry-leader", RoutePolicy.class, new RoutePolicySupport() {});
        WriteFence fence = () -> leading;
        context.getRegistry().bind("registry-fence", WriteFence.class, fence);
        RegistryFlow.bind(
                context,
                new Platform<>(
                        component::cache,
                        () -> configuration,
                        () -> mode,
                        fence,
                        task -> {},
                        (name, notice) -> events.add(notice),
                        new Ledger(1000),
                        meters,
                        5000,
                        new MovedClock(),
                        this::nanos));
    }

    private final class MovedClock extends Clock {
        @Override
        public Instant instant() {
            return Instant.now().plusNanos(skippedNanos.get());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private long nanos() {
        return System.nanoTime() + skippedNanos.get();
    }

    /** Starts the routes and waits for the first list. */
    SyncFixture start() throws Exception {
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(Stream.of(ROUTES).map(this::resource).toArray(Resource[]::new));
        context.start();
        await().until(
                        () ->
                                context.getComponent(
                                                "kubernetes-resources", ResourcesComponent.class)
                                        .cache(WorkloadKind.INFERENCE_SERVICE.resource())
                                        .synced());
        return this;
    }

    private Resource resource(String path) {
        Resource shipped =
                PluginHelper.getResourceLoader(context).resolveResource("classpath:" + path);
        return impatient ? withShortRest(path, shipped) : shipped;
    }

    /** As an operator edits the mounted file. */
    private static Resource withShortRest(String path, Resource shipped) {
        try (InputStream in = shipped.getInputStream()) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return ResourceHelper.fromString(
                    path.substring(path.lastIndexOf('/') + 1),
                    text.replace("waitDurationInOpenState: 30", "waitDurationInOpenState: 1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An open breaker rests for one second; before {@link #start}. */
    SyncFixture impatient() {
        impatient = true;
        return this;
    }

    /** Puts a processor of the test in the place of a bean; before {@link #start}. */
    void replace(String bean, Processor processor) {
        context.getRegistry().unbind(bean);
        context.getRegistry().bind(bean, Processor.class, processor);
    }

    Processor bean(String name) {
        return context.getRegistry().lookupByNameAndType(name, Processor.class);
    }

    /** What consoles know this Drover by. */
    String managementName() {
        return context.getManagementName();
    }

    /** What the readiness check and the status page say of a registry. */
    String report(String registry) {
        FlowObjects flow =
                context.getRegistry().lookupByNameAndType(RegistryFlow.NAME, FlowObjects.class);
        Map<?, ?> told = (Map<?, ?>) flow.details().get("registries");
        HealthCheck check =
                context.getRegistry().lookupByNameAndType("registry-registries", HealthCheck.class);
        HealthCheck.Result result = check.call();
        assertThat(result.getState()).isEqualTo(HealthCheck.State.UP);
        assertThat(result.getDetails()).containsKey(registry);
        return String.valueOf(told.get(registry));
    }

    /** What JMX shows of the flow. */
    SyncProcessor sync() {
        return (SyncProcessor) bean("registry-sync");
    }

    /** Puts edited keys into force. */
    void apply(Map<String, String> edited) {
        keys.putAll(edited);
        configuration = configuration();
    }

    private RegistryConfiguration configuration() {
        Map<String, String> variables = new HashMap<>();
        keys.forEach((key, value) -> variables.put("DROVER_REGISTRY_" + key, value));
        return RegistryConfiguration.of(RegistryKeys.SCHEMA.values(variables));
    }

    /** Takes keys out of force. */
    void withdraw(String... withdrawn) {
        keys.keySet().removeAll(List.of(withdrawn));
        configuration = configuration();
    }

    /** As if time had passed; queues notice when something wakes them, as {@link #look} does. */
    void skip(Duration time) {
        skippedNanos.addAndGet(time.toNanos());
    }

    /**
     * Lets time pass as far as the flow, its queue, its timer and the breaker of the registry can
     * tell, and waits until what has become due is done.
     */
    void live(Duration time) {
        skip(time);
        moveBreakers();
        try {
            bean("registry-sweep").process(new DefaultExchange(context));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        await().pollInterval(Duration.ofMillis(2))
                .during(Duration.ofMillis(4))
                .until(() -> walking() == 0);
        look("nobody"); // wakes the queue
        awaitIdle();
    }

    /** Walks that have begun and not ended, as consoles show the threads. */
    private int walking() throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        int active = 0;
        for (ObjectName pool :
                beans.queryNames(
                        new ObjectName(
                                "org.apache.camel:type=threadpools,context="
                                        + managementName()
                                        + ",*"),
                        null)) {
            if (pool.getKeyProperty("name").contains("registry-sweep")) {
                active += (Integer) beans.getAttribute(pool, "ActiveCount");
            }
        }
        return active;
    }

    /**
     * Lives on in steps until the condition holds.
     *
     * @return how much time has passed
     * @throws AssertionError when it does not hold within {@code most}
     */
    Duration liveUntil(BooleanSupplier holds, Duration step, Duration most) {
        long begin = nanos();
        awaitIdle();
        while (!holds.getAsBoolean()) {
            Duration passed = Duration.ofNanos(nanos() - begin);
            if (passed.compareTo(most) > 0) {
                throw new AssertionError("not within " + most);
            }
            live(step);
        }
        return Duration.ofNanos(nanos() - begin);
    }

    /** Breakers have a clock of their own: one that was open for long enough lets two in. */
    private void moveBreakers() {
        context.getRegistry()
                .lookupByNameAndType("registry-breakers", CircuitBreakerRegistry.class)
                .getAllCircuitBreakers()
                .forEach(this::moveBreaker);
    }

    private void moveBreaker(CircuitBreaker breaker) {
        if (breaker.getState() != CircuitBreaker.State.OPEN) {
            openedNanos.remove(breaker.getName());
            return;
        }
        long opened = openedNanos.computeIfAbsent(breaker.getName(), absent -> nanos());
        if (nanos() - opened >= OPEN.toNanos()) {
            breaker.transitionToHalfOpenState();
            openedNanos.remove(breaker.getName());
        }
    }

    /** Until no key is due and none in work. */
    void awaitIdle() {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(2))
                .during(Duration.ofMillis(4))
                .until(() -> queue("drover.queue.depth") + queue("drover.reconcile.active") == 0);
    }

    private double queue(String gauge) {
        return meters.find(gauge).gauges().stream().mapToDouble(Gauge::value).sum();
    }

    /** Passes so far. */
    double passes() {
        return meters
                .find("drover.reconcile")
                .tag("resource", "inferenceservices.serving.kserve.io")
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    long nowNanos() {
        return nanos();
    }

    /** Starts the walks that are due now, without waiting for the timer. */
    void sweep() throws Exception {
        bean("registry-sweep").process(new DefaultExchange(context));
    }

    /** Asks for a pass over {@code ml/iris}. */
    void look() {
        look("iris");
    }

    void look(String name) {
        context.getComponent("kubernetes-resources", ResourcesComponent.class)
                .enqueue(
                        WorkloadKind.INFERENCE_SERVICE.resource(),
                        List.of(new ObjectKey("ml", name)),
                        "test",
                        Duration.ZERO);
    }

    /** {@code ml/iris} as in the worked examples; returns its uid. */
    String createIris(String model, String version) {
        return create("iris", model, version);
    }

    String create(String name, String model, String version) {
        ObjectNode created =
                api.create(
                                """
                                apiVersion: serving.kserve.io/v1beta1
                                kind: InferenceService
                                metadata:
                                  name: %s
                                  namespace: ml
                                  labels: {%s}
                                spec:
                                  predictor:
                                    model:
                                      modelFormat: {name: sklearn}
                                      storageUri: s3://b/iris
                                """
                                        .formatted(name, labels(model, version)))
                        .get(0);
        return created.at("/metadata/uid").asText();
    }

    /**
     * {@code ml/<name>} with an empty predictor; returns its uid.
     *
     * @param labels and
     * @param annotations as in a YAML flow mapping, without its braces
     */
    String declare(String name, String labels, String annotations) {
        return api.create(
                        """
                        apiVersion: serving.kserve.io/v1beta1
                        kind: InferenceService
                        metadata:
                          name: %s
                          namespace: ml
                          labels: {%s}
                          annotations: {%s}
                        spec: {predictor: {}}
                        """
                                .formatted(name, labels, annotations))
                .get(0)
                .at("/metadata/uid")
                .asText();
    }

    private static String labels(String model, String version) {
        String first = model == null ? "app: iris" : MODEL_LABEL + ": \"" + model + "\"";
        return version == null ? first : first + ", " + VERSION_LABEL + ": \"" + version + "\"";
    }

    ObjectNode iris() {
        return workload("iris");
    }

    ObjectNode workload(String name) {
        return api.get("inferenceservices", "ml", name).orElseThrow();
    }

    /** The record ID on {@code ml/iris}, empty when there is none. */
    String link() {
        return link("iris");
    }

    String link(String name) {
        return api.get("inferenceservices", "ml", name)
                .map(it -> it.path("metadata").path("labels").path(LINK_LABEL).asText())
                .orElse("");
    }

    void awaitLink(String id) {
        await().atMost(Duration.ofSeconds(10)).until(() -> link().equals(id));
    }

    void label(String key, String value) {
        api.patch(
                "inferenceservices",
                "ml",
                "iris",
                "{\"metadata\":{\"labels\":{\"%s\":%s}}}"
                        .formatted(key, value == null ? "null" : "\"" + value + "\""));
    }

    void annotate(String key, String value) {
        api.patch(
                "inferenceservices",
                "ml",
                "iris",
                "{\"metadata\":{\"annotations\":{\"%s\":%s}}}"
                        .formatted(key, value == null ? "null" : "\"" + value + "\""));
    }

    void status(String json) {
        status("iris", json);
    }

    void status(String name, String json) {
        api.patchStatus("inferenceservices", "ml", name, "{\"status\":" + json + "}");
    }

    void becomeReady() {
        becomeReady("iris");
    }

    /** Serving at {@code http://<name>.ml.example.com}. */
    void becomeReady(String name) {
        status(
                name,
                """
                {"url":"http://%s.ml.example.com",
                 "conditions":[{"type":"Ready","status":"True"}]}\
                """
                        .formatted(name));
    }

    /**
     * A record as this Drover made it, DEPLOYED, of a workload that is gone.
     *
     * @return its id
     */
    String addOrphan(String name, String environment) {
        String uid = UUID.randomUUID().toString();
        ObjectNode record =
                WorkedExamplesTest.json(
                        """
                        {"name":"%1$s/%2$s","externalId":"kserve-isvc:%2$s:1",
                         "registeredModelId":"1","servingEnvironmentId":"%3$s",
                         "desiredState":"DEPLOYED"}\
                        """
                                .formatted(name, uid, environment));
        ObjectNode properties = record.putObject("customProperties");
        Map.of(
                        "cluster",
                        keys.get("CLUSTER"),
                        "namespace",
                        "ml",
                        "name",
                        name,
                        "uid",
                        uid,
                        "kind",
                        "InferenceService")
                .forEach(
                        (key, value) ->
                                properties
                                        .putObject(key)
                                        .put("metadataType", "MetadataStringValue")
                                        .put("string_value", value));
        return registry.add("inference_services", record);
    }

    ObjectNode record(String id) {
        return registry.record(id).orElseThrow();
    }

    String property(String id, String key) {
        return record(id).at("/customProperties/" + key + "/string_value").asText();
    }

    /** Requests to the registry so far, without the base of their paths. */
    List<String> calls() {
        return registry.requests().stream()
                .filter(it -> !it.toString().contains("pageSize="))
                .map(SyncFixture::line)
                .toList();
    }

    private static String line(SeenRequest request) {
        return request.toString().replaceFirst("/api/model_registry/v1(alpha3)?", "");
    }

    /** Patches of workloads so far. */
    int patches() {
        return api.requests().of("patch", "inferenceservices").size();
    }

    /** Reasons of Events about objects of this kind. */
    List<String> reasons(String kind) {
        return events.stream()
                .filter(it -> it.regarding().kind().equals(kind))
                .map(Notice::reason)
                .toList();
    }

    List<String> reasons() {
        return events.stream().map(Notice::reason).toList();
    }

    Optional<Double> counter(String name, String... tags) {
        return Optional.ofNullable(meters.find(name).tags(tags).counter()).map(it -> it.count());
    }

    /** True when no registry was asked and nothing was written for a moment. */
    void awaitQuiet() {
        await().atMost(Duration.ofSeconds(20))
                .during(Duration.ofMillis(300))
                .until(() -> registry.requests().size() + patches(), new Unchanged());
    }

    private static final class Unchanged extends org.hamcrest.BaseMatcher<Integer> {
        private Integer last = -1;

        @Override
        public boolean matches(Object now) {
            boolean same = now.equals(last);
            last = (Integer) now;
            return same;
        }

        @Override
        public void describeTo(org.hamcrest.Description description) {
            description.appendText("unchanged");
        }
    }

    @Override
    public void close() throws Exception {
        context.close();
        client.close();
        lines.close();
        meters.close();
        if (owner) {
            api.close();
            registry.close();
        }
    }
}
