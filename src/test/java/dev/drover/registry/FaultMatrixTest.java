package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import dev.drover.sandbox.registry.SeenRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a registry does wrong, at a first link, an update, a close or a sweep: no second record,
 * nobody else's record touched, the reason is shown, the work is done once the fault is over, and
 * then nothing is written any more (registry.md 16, Resilience).
 */
@Tag("slow")
@Timeout(60)
class FaultMatrixTest extends TwoServersTest {
    private static final String ORPHAN = "00000000-0000-4000-8000-000000000000";
    private static final Duration SOON = Duration.ofSeconds(8);

    /** What the registry does wrong, and the reason that people are shown. */
    enum Wrong {
        REFUSE(RegistryDouble::refuse, "RegistryUnavailable"),
        HANG(everywhere(RegistryFault.everywhere().hang()), "RegistryUnavailable"),
        SLOW_BODY(everywhere(RegistryFault.everywhere().slowBody()), "RegistryUnavailable"),
        UNAUTHORIZED_PAGE(everywhere(RegistryFault.everywhere().html(401)), "Unauthorized"),
        FORBIDDEN_TEXT(everywhere(RegistryFault.everywhere().text(403)), "Forbidden"),
        NOT_FOUND_PAGE(everywhere(RegistryFault.everywhere().html(404)), "RegistryMisconfigured"),
        UNAVAILABLE_TEXT(everywhere(RegistryFault.everywhere().text(503)), "RegistryUnavailable"),
        DATABASE_STOPPED(registry -> registry.database().stop(), "RegistryUnavailable"),
        DATABASE_FULL(registry -> registry.database().limitConnections(), "RegistryUnavailable"),
        SCHEMA_LOST(registry -> registry.database().loseSchema(), "RegistryUnavailable"),
        READ_ONLY(registry -> registry.database().readOnly(), "RegistryUnavailable"),
        LOST_ANSWER(FaultMatrixTest::loseAnswers, "RegistryUnavailable"),
        HALF_JSON(everywhere(RegistryFault.everywhere().truncatedJson()), "RegistryUnavailable"),
        REDIRECT(
                everywhere(RegistryFault.everywhere().redirect("http://192.0.2.1/")),
                "RegistryMisconfigured");

        private final Consumer<RegistryDouble> begin;
        private final String reason;

        Wrong(Consumer<RegistryDouble> begin, String reason) {
            this.begin = begin;
            this.reason = reason;
        }

        private static Consumer<RegistryDouble> everywhere(RegistryFault fault) {
            return registry -> registry.fail(fault);
        }

        void end(RegistryDouble registry) {
            registry.heal();
            registry.database().start();
            if (this == REFUSE) {
                registry.listen();
            }
        }
    }

    /** What Drover is about to do when it goes wrong. */
    enum Work {
        FIRST_LINK {
            @Override
            void begin(SyncFixture drover) {
                drover.createIris("1", "2");
            }

            @Override
            boolean done(SyncFixture drover) {
                return !drover.link().isEmpty();
            }
        },
        UPDATE {
            @Override
            void begin(SyncFixture drover) {
                drover.becomeReady();
            }

            @Override
            boolean done(SyncFixture drover) {
                return drover.property(drover.link(), "url").equals("http://iris.ml.example.com");
            }
        },
        CLOSE {
            @Override
            void begin(SyncFixture drover) {
                drover.api.delete("inferenceservices", "ml", "iris");
            }

            @Override
            boolean done(SyncFixture drover) {
                return state(own(drover.registry).get(0)).equals("UNDEPLOYED");
            }
        },
        SWEEP {
            @Override
            void prepare(SyncFixture drover) {
                drover.registry.add("inference_services", orphan(drover));
                undeploy(drover.registry, drover.link());
            }

            @Override
            void begin(SyncFixture drover) throws Exception {
                drover.skip(Duration.ofMinutes(25)); // a walk is due, what is known is too old
                drover.sweep();
                drover.look(); // a walk that fails asks for no passes
            }

            @Override
            void retry(SyncFixture drover) throws Exception {
                drover.skip(Duration.ofSeconds(70)); // a failed walk is tried again in a minute
                drover.sweep();
                drover.look();
            }

            @Override
            boolean done(SyncFixture drover) {
                return state(drover.record(drover.link())).equals("DEPLOYED")
                        && drover.registry.records().stream()
                                .filter(it -> externalId(it).contains(ORPHAN))
                                .allMatch(it -> state(it).equals("UNDEPLOYED"));
            }
        };

        /** What happens before, unseen by Drover. */
        void prepare(SyncFixture drover) {}

        abstract void begin(SyncFixture drover) throws Exception;

        /** As if the pause after a failure were over, which may be minutes. */
        void retry(SyncFixture drover) throws Exception {
            drover.look();
        }

        abstract boolean done(SyncFixture drover);
    }

    private ObjectNode foreign;

    @BeforeEach
    void holdsSomebodyElsesRecordToo() {
        String environment = registry.addEnvironment("elsewhere");
        String id =
                registry.add(
                        "inference_services",
                        WorkedExamplesTest.json(
                                """
                                {"name":"iris","externalId":"somebody-else",
                                 "registeredModelId":"1","servingEnvironmentId":"%s"}\
                                """
                                        .formatted(environment)));
        foreign = registry.record(id).orElseThrow();
    }

    static Stream<Arguments> everyFaultAtEveryWork() {
        return Arrays.stream(Wrong.values())
                .flatMap(
                        wrong ->
                                Arrays.stream(Work.values())
                                        .map(work -> Arguments.of(wrong, work)));
    }

    @ParameterizedTest
    @MethodSource("everyFaultAtEveryWork")
    void leavesEverythingAsAnUndisturbedRunDoes(Wrong wrong, Work work) throws Exception {
        Map<String, String> keys = Map.of("DEADLINE", "1s", "RESPONSE_TIMEOUT", "1s");
        try (SyncFixture drover = new SyncFixture(api, registry, keys).impatient().start()) {
            if (work != Work.FIRST_LINK) {
                drover.createIris("1", "2");
                await().atMost(SOON).until(() -> !drover.link().isEmpty());
                drover.awaitQuiet();
            }
            work.prepare(drover);
            wrong.begin.accept(registry);
            work.begin(drover);
            await().atMost(SOON)
                    .until(() -> drover.counter(FAILURES, "reason", wrong.reason).isPresent());
            wrong.end(registry);
            await().atMost(SOON)
                    .pollInterval(Duration.ofMillis(200))
                    .until(
                            () -> {
                                work.retry(drover);
                                return work.done(drover);
                            });
            drover.awaitQuiet();
            holdsExactlyItsOwn(work);
            writesNothingMore(drover);
        }
    }

    private static final String FAILURES = "drover.registry.failures";

    private void holdsExactlyItsOwn(Work work) {
        assertThat(own(registry)).hasSize(work == Work.SWEEP ? 2 : 1);
        String id = foreign.path("id").asText();
        assertThat(registry.record(id)).contains(foreign);
        assertThat(registry.requests(Operation.PATCH_RECORD))
                .noneMatch(it -> it.path().endsWith("/" + id));
        assertThat(registry.environments()).hasSize(2);
    }

    private void writesNothingMore(SyncFixture drover) {
        long before = writes() + drover.patches();
        drover.look();
        drover.awaitQuiet();
        assertThat(writes() + drover.patches()).isEqualTo(before);
    }

    private long writes() {
        return registry.requests().stream()
                .map(SeenRequest::operation)
                .filter(it -> it.filter(Operation::writes).isPresent())
                .count();
    }

    private static void loseAnswers(RegistryDouble registry) {
        registry.fail(RegistryFault.on(Operation.CREATE_ENVIRONMENT).loseAnswer().times(1));
        registry.fail(RegistryFault.on(Operation.CREATE_RECORD).loseAnswer().times(1));
        registry.fail(RegistryFault.on(Operation.PATCH_RECORD).loseAnswer().times(1));
    }

    private static List<ObjectNode> own(RegistryDouble registry) {
        return registry.records().stream()
                .filter(it -> externalId(it).startsWith("kserve-isvc:"))
                .toList();
    }

    private static String externalId(ObjectNode record) {
        return record.path("externalId").asText();
    }

    private static String state(ObjectNode record) {
        return record.path("desiredState").asText();
    }

    /** As somebody does in a dashboard. */
    private static void undeploy(RegistryDouble registry, String id) {
        ObjectNode body = WorkedExamplesTest.json("{\"desiredState\":\"UNDEPLOYED\"}");
        body.set(
                "customProperties",
                registry.record(id).orElseThrow().path("customProperties").deepCopy());
        registry.ask("PATCH", "inference_services/" + id, body.toString());
    }

    /** What Drover wrote of a workload that is gone. */
    private static ObjectNode orphan(SyncFixture drover) {
        ObjectNode record =
                WorkedExamplesTest.json(
                        """
                        {"name":"gone/%1$s","externalId":"kserve-isvc:%1$s:1",
                         "registeredModelId":"1","servingEnvironmentId":"%2$s",
                         "desiredState":"DEPLOYED"}\
                        """
                                .formatted(
                                        ORPHAN,
                                        drover.record(drover.link())
                                                .path("servingEnvironmentId")
                                                .asText()));
        ObjectNode properties = record.putObject("customProperties");
        Map.of(
                        "cluster", "c1",
                        "namespace", "ml",
                        "name", "gone",
                        "uid", ORPHAN,
                        "kind", "InferenceService")
                .forEach(
                        (key, value) ->
                                properties
                                        .putObject(key)
                                        .put("metadataType", "MetadataStringValue")
                                        .put("string_value", value));
        return record;
    }
}
