package dev.drover.basemodels;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.basemodels.settings.BasemodelsConfiguration;
import dev.drover.basemodels.settings.BasemodelsKeys;
import dev.drover.config.Configuration;
import dev.drover.config.DroverKeys;
import dev.drover.gate.RouteCoverage;
import dev.drover.intents.Ledger;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourcesComponent;
import dev.drover.kubernetes.WriteFence;
import dev.drover.sandbox.MovedTime;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.apiserver.SeenRequest;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.camel.LoggingLevel;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.RoutePolicySupport;

/**
 * The flow as it is shipped, in this JVM: its YAML routes, the real component, a double of the API
 * server. It leads from the start.
 */
final class FlowFixture implements AutoCloseable {
    private static final Path ROUTES = Path.of("src", "main", "resources", "routes");

    final ApiServerDouble api;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<Notice> events = new CopyOnWriteArrayList<>();

    /** The flow's clocks; queues and timers keep to the real ones. */
    final MovedTime time = new MovedTime();

    final ResourcesComponent component = new ResourcesComponent();
    private final KubernetesClient client;
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final Map<String, String> environment;
    private final BasemodelsFlow flow;
    private volatile BasemodelsConfiguration configuration;
    private volatile Runnable onLoss = () -> {};
    volatile Mode mode = Mode.APPLY;

    /** Writes that this process lives to send, all of the server's log included. */
    volatile int lifetime = Integer.MAX_VALUE;

    /** It wanted to send one more: it is dead. */
    volatile boolean crashed;

    FlowFixture(ApiServerDouble api) {
        this(api, Map.of());
    }

    /**
     * @param variables keys by their names in the environment
     */
    FlowFixture(ApiServerDouble api, Map<String, String> variables) {
        this.api = api;
        this.client = api.client();
        this.environment = new HashMap<>(Map.of("DROVER_BASEMODELS_JOB_IMAGE", "drover"));
        environment.putAll(variables);
        Configuration keys =
                Configuration.load(DroverKeys.SCHEMA.and(BasemodelsKeys.SCHEMA), environment);
        configuration = BasemodelsConfiguration.of(keys);
        RouteCoverage.watch(context);
        component.setKubernetesClient(client);
        component.setMeterRegistry(meters);
        context.addComponent("kubernetes-resources", component);
        context.getPropertiesComponent().setInitialProperties(keys.asCamelProperties());
        DefaultErrorHandlerDefinition quiet = new DefaultErrorHandlerDefinition();
        quiet.setLevel(LoggingLevel.OFF.name());
        context.getCamelContextExtension().setErrorHandlerFactory(quiet);
        context.getRegistry()
                .bind("basemodels-leader", RoutePolicy.class, new RoutePolicySupport() {});
        WriteFence fence = this::alive; // a lambda in the call would be taken for a supplier
        context.getRegistry().bind("basemodels-fence", WriteFence.class, fence);
        flow =
                BasemodelsFlow.bind(
                        context,
                        new Platform<>(
                                component::cache,
                                () -> configuration,
                                () -> mode,
                                fence,
                                task -> onLoss = task,
                                (name, notice) -> events.add(notice),
                                new Ledger(1000),
                                meters,
                                0,
                                time.clock(),
                                time::nanos));
    }

    FlowFixture start() throws Exception {
        Path template = ROUTES.resolve("common/act.camel.yaml");
        try (Stream<Path> files = Files.list(ROUTES.resolve("basemodels"))) {
            PluginHelper.getRoutesLoader(context)
                    .loadRoutes(
                            Stream.concat(Stream.of(template), files)
                                    .map(this::resource)
                                    .toArray(Resource[]::new));
        }
        context.start();
        return this;
    }

    private Resource resource(Path file) {
        return PluginHelper.getResourceLoader(context).resolveResource("file:" + file);
    }

    /** An edit of the mounted file. */
    void edit(String variable, String value) {
        environment.put(variable, value);
        configuration =
                BasemodelsConfiguration.of(
                        DroverKeys.SCHEMA.and(BasemodelsKeys.SCHEMA).values(environment));
    }

    private boolean alive() {
        crashed |= api.requests().writes().size() >= lifetime;
        return !crashed;
    }

    long decisions() {
        return context.getRegistry()
                .lookupByNameAndType("job-management", JobManagementProcessor.class)
                .getDecisions();
    }

    /** As when a look is due; returns once it was taken and nothing more is to be done now. */
    void look(String model) {
        ObjectKey key = new ObjectKey("team-a", model);
        long before = decisions();
        component.enqueue(BasemodelsResources.MODELS, List.of(key), "test", Duration.ZERO);
        await().until(() -> decisions() > before && rests(key));
    }

    private boolean rests(ObjectKey model) {
        return component
                .look(BasemodelsResources.MODELS, model)
                .filter(
                        queued ->
                                queued.working()
                                        || queued.next().filter(Duration::isZero).isPresent())
                .isEmpty();
    }

    /** Waits until the condition Ready tells this cause, so much later than now. */
    ObjectNode awaitCauseAfter(Duration passed, String model, String cause) {
        time.advance(passed);
        look(model);
        return awaitCause(model, cause);
    }

    void loseLeadership() {
        onLoss.run();
    }

    BasemodelsFlow flow() {
        return flow;
    }

    // ---- objects

    void claim(String name, String phase) {
        claim(name, phase, "");
    }

    void claim(String name, String phase, String storageClass) {
        api.create(
                """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %s, namespace: team-a}
                spec: {accessModes: [ReadWriteMany], storageClassName: "%s"}
                """
                        .formatted(name, storageClass));
        api.patchStatus(
                "persistentvolumeclaims",
                "team-a",
                name,
                "{\"status\":{\"phase\":\"" + phase + "\",\"capacity\":{\"storage\":\"1Gi\"}}}");
    }

    void bind(String claim) {
        api.patchStatus(
                "persistentvolumeclaims", "team-a", claim, "{\"status\":{\"phase\":\"Bound\"}}");
    }

    void model(String name, String uri) {
        api.create(
                """
                apiVersion: ome.io/v1beta1
                kind: BaseModel
                metadata: {name: %s, namespace: team-a}
                spec: {storage: {storageUri: "%s"}}
                """
                        .formatted(name, uri));
    }

    void clusterModel(String name, String uri) {
        api.create(
                """
                apiVersion: ome.io/v1beta1
                kind: ClusterBaseModel
                metadata: {name: %s}
                spec: {storage: {storageUri: "%s"}}
                """
                        .formatted(name, uri));
    }

    ObjectNode model(String name) {
        return api.get("basemodels", "team-a", name).orElseThrow();
    }

    static String message(JsonNode model) {
        for (JsonNode condition : model.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("message").asText();
            }
        }
        return "";
    }

    /** Waits until the condition Ready tells this cause. */
    ObjectNode awaitCause(String model, String cause) {
        await(model).until(() -> message(model(model)).startsWith(cause + ":"));
        return model(model);
    }

    /** What the flow wrote, oldest first: verb and resource, with the subresource. */
    List<String> writes() {
        return api.requests().writes().stream().map(FlowFixture::text).toList();
    }

    private static String text(SeenRequest request) {
        return request.verb()
                + " "
                + request.resource()
                + (request.subresource().isEmpty() ? "" : "/" + request.subresource());
    }

    @Override
    public void close() throws Exception {
        context.stop();
        client.close();
    }
}
