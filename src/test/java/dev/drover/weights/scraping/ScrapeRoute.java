package dev.drover.weights.scraping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.config.Configuration;
import dev.drover.gate.RouteCoverage;
import dev.drover.intents.Ledger;
import dev.drover.intents.Mode;
import dev.drover.intents.Notice;
import dev.drover.intents.Platform;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.sandbox.MovedTime;
import dev.drover.weights.credentials.Access;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.providers.ProviderEvents;
import dev.drover.weights.providers.RefSources;
import dev.drover.weights.providers.Source;
import dev.drover.weights.providers.Target;
import dev.drover.weights.settings.WeightsConfiguration;
import dev.drover.weights.settings.WeightsKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.support.RoutePolicySupport;

/** The routes of the scrape side in a context of their own; the queue of models is a list. */
final class ScrapeRoute implements AutoCloseable {
    static final ObjectKey MODEL = new ObjectKey("maas-system", "llama");
    static final ObjectKey PROVIDER = new ObjectKey("maas-system", "cluster-b");
    static final String TARGET_MODEL = "m";

    final DefaultCamelContext context = new DefaultCamelContext();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<Notice> notices = new CopyOnWriteArrayList<>();
    final List<ObjectKey> enqueued = new CopyOnWriteArrayList<>();
    final MovedTime time = new MovedTime();
    final Targets targets;
    private final ProducerTemplate producer;

    /** {@code keys} are environment variables without their common beginning. */
    ScrapeRoute(Map<String, String> keys, String... routes) throws Exception {
        Map<String, String> environment = new HashMap<>();
        keys.forEach((key, value) -> environment.put("DROVER_WEIGHTS_" + key, value));
        WeightsConfiguration configuration = WeightsConfiguration.of(configuration(environment));
        RouteCoverage.watch(context);
        context.setStreamCaching(false);
        context.setAutowiredEnabled(false); // the stand-in has none of the component's options
        context.addComponent("kubernetes-resources", new Queue());
        context.getRegistry().bind("weights-leader", new RoutePolicySupport() {});
        targets =
                Scraping.bind(
                        context,
                        new Platform<>(
                                resource -> null, // scrapes look nothing up
                                () -> configuration,
                                () -> Mode.APPLY,
                                () -> true,
                                task -> {},
                                (flow, notice) -> {},
                                new Ledger(10),
                                meters,
                                100,
                                time.clock(),
                                time::nanos),
                        new ProviderEvents(notices::add, provider -> Optional.empty()));
        for (String route : routes) {
            PluginHelper.getRoutesLoader(context)
                    .loadRoutes(ResourceHelper.resolveResource(context, route));
        }
        context.start();
        producer = context.createProducerTemplate();
    }

    static ScrapeRoute scrapeOnly(Map<String, String> keys) throws Exception {
        return new ScrapeRoute(keys, "classpath:routes/weights/weights-scrape.camel.yaml");
    }

    /**
     * In place of the route {@code weights-credentials}: Secrets of the provider's namespace by
     * name, content by key. A name that is missing does not exist; each look is counted.
     */
    void secrets(Map<String, Map<String, String>> secrets, AtomicInteger looks) throws Exception {
        context.addRoutes(
                new RouteBuilder(context) {
                    @Override
                    public void configure() {
                        errorHandler(noErrorHandler());
                        from("direct:weights-credentials")
                                .process(exchange -> look(exchange, secrets, looks));
                    }
                });
    }

    private static void look(
            Exchange exchange, Map<String, Map<String, String>> secrets, AtomicInteger looks) {
        looks.incrementAndGet();
        assertThat(exchange.getMessage().getHeader("CamelKubernetesNamespaceName"))
                .isEqualTo(PROVIDER.namespace());
        exchange.getMessage()
                .setBody(
                        secrets.get(
                                exchange.getMessage()
                                        .getHeader("CamelKubernetesSecretName", String.class)));
    }

    private static Configuration configuration(Map<String, String> environment) {
        return Configuration.load(WeightsKeys.SCHEMA, environment);
    }

    /** Declares one ref with one source and gives it. */
    RefSources declare(SourceKind kind, String url) {
        return declare(kind, url, Access.NONE);
    }

    RefSources declare(SourceKind kind, String url, Access access) {
        Source source = new Source(new Target(kind, URI.create(url), access), null, false);
        RefSources ref = new RefSources(PROVIDER, TARGET_MODEL, List.of(source), List.of());
        targets.declare(MODEL, List.of(ref));
        return ref;
    }

    /** Scrapes once and tells what is known then. */
    SourceFigures scrape(RefSources ref) {
        producer.sendBody("direct:weights-scrape", ref.sources().get(0).target());
        return targets.figures(ref).get(0);
    }

    double counted(String metric, String... tags) {
        return meters.find(metric).tags(tags).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Override
    public void close() {
        context.stop();
    }

    /** Stands for the component whose producer puts keys into the queue of models. */
    private final class Queue extends DefaultComponent {
        @Override
        protected Endpoint createEndpoint(
                String uri, String remaining, Map<String, Object> parameters) {
            parameters.clear();
            return new DefaultEndpoint(uri, this) {
                @Override
                public Producer createProducer() {
                    return new DefaultProducer(this) {
                        @Override
                        public void process(Exchange exchange) {
                            for (Object key : exchange.getMessage().getBody(Collection.class)) {
                                enqueued.add((ObjectKey) key);
                            }
                        }
                    };
                }

                @Override
                public Consumer createConsumer(Processor processor) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }
}
