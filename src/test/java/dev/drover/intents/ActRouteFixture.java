package dev.drover.intents;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.gate.RouteCoverage;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourcesConstants;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.Exchange;
import org.apache.camel.LoggingLevel;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.apache.camel.support.PluginHelper;

/** The shipped template and the instance {@code weights-act}, on a double of the API server. */
final class ActRouteFixture implements AutoCloseable {
    static final String MODELS = "inference.opendatahub.io/v1alpha1/externalmodels";
    static final ObjectKey KEY = new ObjectKey("team-a", "llama");
    static final String UID = "uid-1";
    private static final ObjectMapper JSON = new ObjectMapper();

    final WritesDouble server = new WritesDouble();
    final Ledger ledger = new Ledger(100);
    final List<Notice> events = new ArrayList<>();
    final List<String> heard = new ArrayList<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final AtomicLong nanos = new AtomicLong(1_000_000_000L);
    final Map<String, String> annotations = new HashMap<>();
    private final DefaultCamelContext context = new DefaultCamelContext();
    Mode mode = Mode.APPLY;
    boolean leading = true;
    String deletionTimestamp;

    ActRouteFixture() throws Exception {
        RouteCoverage.watch(context);
        context.setAutowiredEnabled(false); // the stand-in has none of the component's options
        context.addComponent("kubernetes-resources", server);
        context.getCamelContextExtension().setErrorHandlerFactory(quiet());
        context.getRegistry().bind("weights-fence", (Object) "asked by the real endpoint only");
        new ActRoute(
                        "weights",
                        () -> leading,
                        ledger,
                        (flow, notice) -> events.add(notice),
                        meters,
                        () -> mode,
                        (intent, outcome) -> heard.add(intent.name() + " " + outcome.label()),
                        nanos::get)
                .bind(context.getRegistry());
        PluginHelper.getRoutesLoader(context)
                .loadRoutes(
                        resource("routes/common/act.camel.yaml"),
                        resource("routes/weights/weights-act.camel.yaml"));
        context.start();
    }

    private org.apache.camel.spi.Resource resource(String path) {
        return PluginHelper.getResourceLoader(context).resolveResource("classpath:" + path);
    }

    private static DefaultErrorHandlerDefinition quiet() {
        DefaultErrorHandlerDefinition quiet = new DefaultErrorHandlerDefinition();
        quiet.setLevel(LoggingLevel.OFF.name());
        return quiet;
    }

    DefaultCamelContext context() {
        return context;
    }

    /** One pass over the model: as the reconcile route calls it. */
    Exchange act(Intent... intents) {
        return context.createFluentProducerTemplate()
                .to("direct:weights-act")
                .withProcessor(
                        exchange -> {
                            exchange.setProperty(ResourcesConstants.OBJECT, model());
                            exchange.setProperty(
                                    ResourcesConstants.RECEIVED_NANOS, nanos.get() - 5_000_000L);
                            exchange.getMessage().setHeader(ResourcesConstants.UID, UID);
                            exchange.getMessage().setBody(List.of(intents));
                        })
                .send();
    }

    private GenericKubernetesResource model() {
        GenericKubernetesResource model = new GenericKubernetesResource();
        model.setApiVersion("inference.opendatahub.io/v1alpha1");
        model.setKind("ExternalModel");
        model.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace(KEY.namespace())
                        .withName(KEY.name())
                        .withUid(UID)
                        .withResourceVersion("7")
                        .withGeneration(2L)
                        .withDeletionTimestamp(deletionTimestamp)
                        .withAnnotations(annotations)
                        .build());
        return model;
    }

    double acted(Outcome outcome) {
        return meters.find("drover.act").tag("outcome", outcome.label()).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    static Intent.JsonPatch weights() {
        return new Intent.JsonPatch(
                "PatchWeights",
                MODELS,
                KEY,
                "",
                (ArrayNode) json("[{'op':'add','path':'/spec/x','value':6}]"),
                account("Weights: b 50->6, c 50->94 reason=first", "WeightsManaged"));
    }

    static Intent.MergePatch metadata(String name, String document) {
        return new Intent.MergePatch(
                name, MODELS, KEY, "", (ObjectNode) json(document), account(name + ": done", null));
    }

    static Intent.Create job(String document) {
        return new Intent.Create(
                "CreateJob",
                "batch/v1/jobs",
                new ObjectKey("team-a", "job"),
                (ObjectNode) json(document),
                account("Job: created", null));
    }

    static Intent.Account account(String summary, String event) {
        return new Intent.Account(
                "first",
                summary,
                Optional.ofNullable(event)
                        .map(
                                reason ->
                                        new Notice(
                                                new Notice.ObjectReference(
                                                        "inference.opendatahub.io/v1alpha1",
                                                        "ExternalModel",
                                                        KEY.namespace(),
                                                        KEY.name(),
                                                        UID),
                                                Notice.Type.NORMAL,
                                                reason,
                                                "PatchWeights",
                                                "b 50->6, c 50->94")));
    }

    /** JSON with single quotes, to be readable in Java. */
    static com.fasterxml.jackson.databind.JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public void close() throws Exception {
        context.close();
    }
}
