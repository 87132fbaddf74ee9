package dev.drover.weights;

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
import dev.drover.sandbox.LogLines;
import dev.drover.sandbox.MovedTime;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.settings.WeightsConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.camel.LoggingLevel;
import org.apache.camel.Processor;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.RoutePolicySupport;

/**
 * The reconcile side as it is shipped: its YAML routes, the real component, a double of the API
 * server. What would be scraped is given by the test.
 */
final class ReconcileFixture implements AutoCloseable {
    private static final List<String> ROUTES =
            List.of(
                    "routes/common/act.camel.yaml",
                    "routes/weights/weights-act.camel.yaml",
                    "routes/weights/weights-editor.camel.yaml",
                    "routes/weights/weights-providers.camel.yaml",
                    "routes/weights/weights-reconcile.camel.yaml",
                    "routes/weights/weights-tick.camel.yaml");

    private static final List<String> POLLING_ROUTES =
            List.of(
                    "routes/weights/weights-probe-tick.camel.yaml",
                    "routes/weights/weights-probe.camel.yaml",
                    "routes/weights/weights-scrape-tick.camel.yaml",
                    "routes/weights/weights-scrape.camel.yaml");

    final ApiServerDouble api;
    final MovedTime time;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<Notice> events = new CopyOnWriteArrayList<>();
    final LogLines lines = new LogLines("dev.drover.weights");
    final GivenFigures figures;
    private final KubernetesClient client;
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final WeightsFlow flow;
    private final boolean scraping;
    volatile Mode mode = Mode.APPLY;

    /** What would be scraped is given by {@link #figures}. */
    ReconcileFixture() throws Exception {
        this(false);
    }

    /** With the scrape side too, if {@code scraping}. */
    ReconcileFixture(boolean scraping) throws Exception {
        this(scraping, ApiServerDouble.start().installDevelopmentCrds(), new MovedTime());
    }

    /** Another process before the same API server; the one before is to be closed first. */
    ReconcileFixture(ReconcileFixture before) throws Exception {
        this(before.scraping, before.api, before.time);
    }

    private ReconcileFixture(boolean scraping, ApiServerDouble api, MovedTime time)
            throws Exception {
        this.scraping = scraping;
        this.api = api;
        this.time = time;
        this.figures = new GivenFigures(time);
        this.client = api.client();
        RouteCoverage.watch(context);
        ResourcesComponent component = new ResourcesComponent();
        component.setKubernetesClient(client);
        component.setMeterRegistry(meters);
        context.addComponent("kubernetes-resources", component);
        Properties keys = new Properties();
        keys.setProperty("drover.selector", "");
        keys.setProperty("drover.weights.concurrency", "4");
        context.setStreamCaching(false); // as in application.properties: pages are streamed
        context.getPropertiesComponent().setInitialProperties(keys);
        DefaultErrorHandlerDefinition quiet = new DefaultErrorHandlerDefinition();
        quiet.setLevel(LoggingLevel.OFF.name());
        context.getCamelContextExtension().setErrorHandlerFactory(quiet);
        context.getRegistry()
                .bind("weights-leader", RoutePolicy.class, new RoutePolicySupport() {});
        WriteFence open = () -> true; // a lambda in the call would be taken for a supplier
        context.getRegistry().bind("weights-fence", WriteFence.class, open);
        Platform<WeightsConfiguration> platform =
                new Platform<>(
                        component::cache,
                        WeightsConfiguration::defaults,
                        () -> mode,
                        open,
                        task -> {},
                        (name, notice) -> events.add(notice),
                        new Ledger(1000),
                        meters,
                        5000,
                        time.clock(),
                        time::nanos);
        if (scraping) {
            flow = WeightsFlow.bind(context, platform);
        } else {
            flow = new WeightsFlow(platform, figures);
            flow.bind(context.getRegistry());
        }
    }

    /** Starts the routes and waits for the first lists: what is there by then is seen first. */
    ReconcileFixture start() throws Exception {
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(
                        Stream.concat(
                                        ROUTES.stream(),
                                        scraping ? POLLING_ROUTES.stream() : Stream.of())
                                .map(this::resource)
                                .toArray(Resource[]::new));
        context.start();
        ResourcesComponent component =
                context.getComponent("kubernetes-resources", ResourcesComponent.class);
        await().until(() -> component.cache(ExternalModel.RESOURCE).synced());
        await().until(() -> component.cache(ExternalProvider.RESOURCE).synced());
        return this;
    }

    private Resource resource(String path) {
        return PluginHelper.getResourceLoader(context).resolveResource("classpath:" + path);
    }

    WeightsFlow flow() {
        return flow;
    }

    CalculatorProcessor calculator() {
        return context.getRegistry()
                .lookupByNameAndType("weights-calculator", CalculatorProcessor.class);
    }

    /** Puts a processor of the test in the place of a bean; before {@link #start}. */
    void replace(String bean, Processor processor) {
        context.getRegistry().unbind(bean); // a registry keeps one bean a class under a name
        context.getRegistry().bind(bean, Processor.class, processor);
    }

    /** Waits for one more decision than there were. */
    void looksAgain() {
        long before = calculator().getDecisions();
        look();
        await().pollInterval(Duration.ofMillis(5))
                .until(() -> calculator().getDecisions() > before);
    }

    /** Asks for a look at the model, as a scrape does. */
    void look() {
        context.getComponent("kubernetes-resources", ResourcesComponent.class)
                .enqueue(
                        ExternalModel.RESOURCE,
                        List.of(new ObjectKey("team-a", "llama")),
                        "scrape",
                        Duration.ZERO);
    }

    void createProvider(String name, String metricsUrl) {
        api.create(
                """
                apiVersion: inference.opendatahub.io/v1alpha1
                kind: ExternalProvider
                metadata: {name: %s, namespace: team-a}
                spec:
                  provider: remote-maas
                  endpoint: %s.example.com
                  auth: {type: apikey, secretRef: {name: key}}
                  config: {metrics.vllm.url: "%s"}
                """
                        .formatted(name, name, metricsUrl));
    }

    /** {@code config}: lines of the provider's configuration, {@code key: value} each. */
    void createProbedProvider(String name, String label, String endpoint, String... config) {
        StringBuilder lines = new StringBuilder();
        for (String line : config) {
            lines.append("    ").append(line).append('\n');
        }
        api.create(
                """
                apiVersion: inference.opendatahub.io/v1alpha1
                kind: ExternalProvider
                metadata: {name: %s, namespace: team-a}
                spec:
                  provider: %s
                  endpoint: %s
                  auth: {type: apikey, secretRef: {name: key}}
                  config:
                %s\
                """
                        .formatted(name, label, endpoint, lines));
    }

    /** A bean that routes name. */
    <T> T bean(String name, Class<T> type) {
        return context.getRegistry().lookupByNameAndType(name, type);
    }

    void createProviders() {
        api.create(
                """
                apiVersion: inference.opendatahub.io/v1alpha1
                kind: ExternalProvider
                metadata: {name: cluster-b, namespace: team-a}
                spec:
                  provider: remote-maas
                  endpoint: b.example.com
                  auth: {type: apikey, secretRef: {name: key}}
                  config: {metrics: enabled}
                ---
                apiVersion: inference.opendatahub.io/v1alpha1
                kind: ExternalProvider
                metadata: {name: cluster-c, namespace: team-a}
                spec:
                  provider: remote-maas
                  endpoint: c.example.com
                  auth: {type: apikey, secretRef: {name: key}}
                  config: {metrics: enabled}
                """);
    }

    void createModel(int b, int c) {
        api.create(
                """
                apiVersion: inference.opendatahub.io/v1alpha1
                kind: ExternalModel
                metadata: {name: llama, namespace: team-a, annotations: {owner: platform}}
                spec:
                  modelName: llama-3-70b
                  externalProviderRefs:
                  - ref: {name: cluster-b}
                    targetModel: llama-3-70b
                    apiFormat: openai-chat
                    path: /v1/chat/completions
                    weight: %d
                  - ref: {name: cluster-c}
                    targetModel: llama-3-70b
                    apiFormat: openai-chat
                    path: /v1/chat/completions
                    weight: %d
                """
                        .formatted(b, c));
    }

    ObjectNode model() {
        return api.get("externalmodels", "team-a", "llama").orElseThrow();
    }

    List<Integer> weights() {
        List<Integer> weights = new ArrayList<>();
        model().at("/spec/externalProviderRefs")
                .forEach(ref -> weights.add(ref.path("weight").asInt()));
        return weights;
    }

    int patches() {
        return api.requests().of("patch", "externalmodels").size();
    }

    /** Ends the process and leaves the API server alone. */
    void stop() throws Exception {
        context.close();
        client.close();
        lines.close();
        meters.close();
    }

    @Override
    public void close() throws Exception {
        stop();
        api.close();
    }
}
