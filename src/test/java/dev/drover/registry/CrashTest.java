package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryDouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The process ends before and after each of its writes, and another one takes over: the end is that
 * of an undisturbed run (registry.md 10).
 */
@Tag("slow")
@Timeout(240)
class CrashTest {
    /** What happens while the process is killed, after what went well before. */
    enum Life {
        FIRST_LINK(Map.of(), drover -> {}, drover -> drover.createIris("1", "2")),
        MODEL_CHANGE(
                Map.of(),
                drover -> linked(drover),
                drover ->
                        drover.api.patch(
                                "inferenceservices",
                                "ml",
                                "iris",
                                "{\"metadata\":{\"labels\":{\"%s\":\"3\",\"%s\":null}}}"
                                        .formatted(
                                                SyncFixture.MODEL_LABEL,
                                                SyncFixture.VERSION_LABEL))),
        CLOSE_WITH_FINALIZER(
                Map.of("FINALIZER", "on"),
                drover -> linked(drover),
                drover -> drover.api.delete("inferenceservices", "ml", "iris")),
        REVERSE_CREATE(
                Map.of("DEPLOY", "on", "DEPLOY_NAMESPACES", "ml"),
                drover -> {},
                drover -> ask(drover));

        private final Map<String, String> keys;
        private final Consumer<SyncFixture> before;
        private final Consumer<SyncFixture> event;

        Life(Map<String, String> keys, Consumer<SyncFixture> before, Consumer<SyncFixture> event) {
            this.keys = keys;
            this.before = before;
            this.event = event;
        }
    }

    private static void linked(SyncFixture drover) {
        drover.createIris("1", "2");
        await().until(() -> !drover.link().isEmpty());
    }

    private static void ask(SyncFixture drover) {
        drover.registry.add(
                "inference_services",
                WorkedExamplesTest.json(
                        """
                        {"name":"iris","registeredModelId":"1","modelVersionId":"2",
                         "servingEnvironmentId":"%s","customProperties":{"deployFrom":
                         {"metadataType":"MetadataStringValue","string_value":"registry"}}}\
                        """
                                .formatted(drover.registry.addEnvironment("ml"))));
        drover.skip(Duration.ofSeconds(70)); // the next walk is due
    }

    /** Ends a process at one of its writes: from there on nothing leaves it. */
    private static final class Death {
        private final int at;
        private final boolean after;
        private final AtomicInteger writes = new AtomicInteger();

        Death(int at, boolean after) {
            this.at = at;
            this.after = after;
        }

        void intent(SyncFixture drover, Processor intent, Exchange exchange) throws Exception {
            intent.process(exchange);
            if (writes.incrementAndGet() == at && !after) {
                die(drover);
            }
        }

        void outcome(SyncFixture drover, Processor outcome, Exchange exchange) throws Exception {
            if (writes.get() == at && after) {
                die(drover);
            }
            outcome.process(exchange);
        }

        private static void die(SyncFixture drover) {
            drover.leading = false;
            throw new IllegalStateException("killed");
        }
    }

    @ParameterizedTest
    @EnumSource(Life.class)
    void endsLikeAnUndisturbedRun(Life life) throws Exception {
        AtomicInteger writes = new AtomicInteger();
        List<String> golden = run(life, new Death(Integer.MAX_VALUE, false), writes, List.of());
        assertThat(writes.get()).isPositive();
        for (int k = 1; k <= writes.get(); k++) {
            for (boolean after : new boolean[] {false, true}) {
                assertThat(run(life, new Death(k, after), new AtomicInteger(), golden))
                        .as("%s, killed %s write %d", life, after ? "after" : "before", k)
                        .isEqualTo(golden);
            }
        }
    }

    private static List<String> run(
            Life life, Death death, AtomicInteger writes, List<String> golden) throws Exception {
        try (ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
                RegistryDouble registry = RegistryDouble.start()) {
            api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ml}}");
            registry.addModel("iris");
            registry.addVersion("1", "v1");
            registry.addModel("other");
            registry.add(
                    "model_versions/2/artifacts",
                    WorkedExamplesTest.json(
                            """
                            {"artifactType":"model-artifact","name":"a","uri":"s3://b/m",
                             "modelFormatName":"onnx","state":"LIVE"}\
                            """));
            prepare(life, api, registry);
            try (SyncFixture drover = new SyncFixture(api, registry, life.keys)) {
                wrap(drover, death);
                drover.start();
                drover.awaitQuiet();
                life.event.accept(drover);
                await().atMost(Duration.ofSeconds(20)).until(() -> death.writes.get() > 0);
                if (golden.isEmpty()) {
                    settle(drover);
                } else {
                    await().atMost(Duration.ofSeconds(20)).until(() -> !drover.leading);
                }
                writes.set(death.writes.get());
            }
            try (SyncFixture drover = new SyncFixture(api, registry, life.keys)) {
                drover.start();
                if (golden.isEmpty()) {
                    settle(drover);
                } else {
                    awaitState(golden, api, registry);
                    drover.awaitQuiet();
                }
                return state(api, registry);
            }
        }
    }

    private static void prepare(Life life, ApiServerDouble api, RegistryDouble registry)
            throws Exception {
        try (SyncFixture drover = new SyncFixture(api, registry, life.keys)) {
            drover.start();
            life.before.accept(drover);
            drover.awaitQuiet();
        }
    }

    private static void wrap(SyncFixture drover, Death death) {
        Processor intent = drover.bean("registry-intent");
        Processor outcome = drover.bean("registry-outcome");
        drover.replace("registry-intent", exchange -> death.intent(drover, intent, exchange));
        drover.replace("registry-outcome", exchange -> death.outcome(drover, outcome, exchange));
    }

    /** What has begun comes to its end; a machine under load may pause in between. */
    private static void settle(SyncFixture drover) {
        for (int i = 0; i < 4; i++) {
            drover.awaitQuiet();
        }
    }

    private static void awaitState(
            List<String> golden, ApiServerDouble api, RegistryDouble registry) {
        try {
            await().atMost(Duration.ofSeconds(20)).until(() -> state(api, registry).equals(golden));
        } catch (ConditionTimeoutException e) {
            // the assertion shows what is different
        }
    }

    /** What is left, without what differs from run to run. */
    private static List<String> state(ApiServerDouble api, RegistryDouble registry) {
        List<String> lines = new ArrayList<>();
        for (ObjectNode record : registry.records()) {
            lines.add(
                    "record %s model %s version %s %s %s"
                            .formatted(
                                    neutral(record.path("name").asText()),
                                    record.path("registeredModelId").asText(),
                                    record.path("modelVersionId").asText(),
                                    record.path("desiredState").asText(),
                                    keys(record.path("customProperties"))));
        }
        for (ObjectNode workload : api.list("inferenceservices")) {
            JsonNode labels = workload.at("/metadata/labels");
            String link = labels.path(SyncFixture.LINK_LABEL).asText();
            lines.add(
                    "workload linked to %s, finalizers %s"
                            .formatted(
                                    registry.record(link.isEmpty() ? "0" : link)
                                            .map(it -> it.path("registeredModelId").asText())
                                            .orElse("nothing"),
                                    workload.at("/metadata/finalizers")));
        }
        return lines;
    }

    private static String neutral(String name) {
        return name.replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "<uid>");
    }

    private static String keys(JsonNode properties) {
        TreeSet<String> keys = new TreeSet<>();
        properties.fieldNames().forEachRemaining(keys::add);
        return Stream.of(keys).map(Object::toString).findFirst().orElse("");
    }
}
