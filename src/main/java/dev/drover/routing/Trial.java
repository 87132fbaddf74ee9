package dev.drover.routing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.StartupSummaryLevel;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultComponentResolver;
import org.apache.camel.spi.ComponentResolver;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.DefaultRegistry;
import org.apache.camel.support.PluginHelper;

/**
 * A throw-away Camel context in which a complete set of routes is built and started, with endpoints
 * and beans that do nothing. What fails here would have failed in the real one.
 */
final class Trial implements AutoCloseable {
    /** The simple language calls methods through these; they connect to nothing. */
    private static final Set<String> OWN_OF_CAMEL = Set.of("bean", "class", "language");

    /** Value of every parameter of an instance that is only tried. */
    static final String TRIAL = "trial-instance";

    private final DefaultCamelContext context;
    private final CamelContext real;

    Trial(CamelContext real) {
        this.real = real;
        context = new DefaultCamelContext(new DefaultRegistry(new TrialBeans(real)));
        context.getCamelContextExtension().setName("routes-trial");
        context.disableJMX();
        context.setLoadTypeConverters(false);
        context.setAutowiredEnabled(false); // would look for the options of the real components
        context.setStartupSummaryLevel(StartupSummaryLevel.Off);
        context.getShutdownStrategy().setTimeout(1);
        context.getPropertiesComponent()
                .setInitialProperties(real.getPropertiesComponent().loadProperties());
        ComponentResolver idle =
                (scheme, trial) ->
                        OWN_OF_CAMEL.contains(scheme)
                                ? real(scheme, trial)
                                : new TrialComponent(scheme, trial);
        context.getCamelContextExtension().addContextPlugin(ComponentResolver.class, idle);
        context.start();
    }

    /** Loads the files in this order; the first failure ends the trial. */
    Optional<Failure> load(List<RouteDocument> documents) {
        for (RouteDocument document : documents) {
            document.tree().findValuesAsText("executorService").forEach(this::pool);
            try {
                PluginHelper.getRoutesLoader(context).loadRoutes(document.file().resource());
            } catch (Exception e) { // Camel declares no more
                return Optional.of(new Failure(document, Reason.of(e, document, real), ""));
            }
        }
        return documents.stream()
                .filter(document -> document.kind() == Kind.TEMPLATE)
                .filter(document -> hasNoInstance(document, documents))
                .flatMap(document -> instance(document).stream())
                .findFirst();
    }

    private static boolean hasNoInstance(RouteDocument template, List<RouteDocument> documents) {
        return documents.stream()
                .filter(document -> document.kind() == Kind.INSTANCE)
                .noneMatch(document -> document.template().equals(template.file().id()));
    }

    /** Instances of such a template are made while the process runs; here one is tried. */
    private Optional<Failure> instance(RouteDocument template) {
        String id = template.file().id();
        TemplatedRouteBuilder instance =
                TemplatedRouteBuilder.builder(context, id)
                        .routeId(id + "-" + TRIAL)
                        .prefixId(id + "-" + TRIAL);
        for (JsonNode parameter : template.content().path("parameters")) {
            instance.parameter(parameter.path("name").asText(), TRIAL);
        }
        try {
            instance.add();
            return Optional.empty();
        } catch (Exception e) { // Camel declares no more
            return Optional.of(new Failure(template, Reason.of(e, template, real), ""));
        }
    }

    @Override
    public void close() {
        context.stop();
    }

    private static Component real(String scheme, CamelContext trial) throws Exception {
        return new DefaultComponentResolver().resolveComponent(scheme, trial);
    }

    /** Pools are known by their profile; no thread is made before a task is. */
    private void pool(String name) {
        if (real.getExecutorServiceManager().getThreadPoolProfile(name) != null) {
            context.getExecutorServiceManager()
                    .registerThreadPoolProfile(new ThreadPoolProfile(name));
        }
    }
}
