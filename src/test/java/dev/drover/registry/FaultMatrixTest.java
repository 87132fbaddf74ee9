package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import dev.drover.sandbox.registry.SeenRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a registry does wrong, at a first link, an update, a close or a sweep: no second record,
 * nobody else's record touched, the reason is shown, the work is done by itself soon after the
 * fault is over, and then nothing is written any more (registry.md 16, Resilience). Time is moved,
 * nothing is forced. All of it happens to one Drover.
 */
@Tag("slow")
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultMatrixTest {
    private static final String UNAVAILABLE = "RegistryUnavailable";
    private static final String MISCONFIGURED = "RegistryMisconfigured";
    private static final String NONE = "";

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration SLOWLY = Duration.ofMinutes(5);
    private static final Duration STEP = Duration.ofSeconds(5);

    /** What the registry does wrong, and the reason that people are shown, if any. */
    enum Wrong {
        REFUSE(RegistryDouble::refuse, UNAVAILABLE),
        RESET(everywhere(RegistryFault::reset), UNAVAILABLE),
        HANG(everywhere(RegistryFault::hang), UNAVAILABLE),
        SLOW_BODY(everywhere(RegistryFault::slowBody), UNAVAILABLE),
        ENDLESS_BODY(everywhere(RegistryFault::endlessBody), UNAVAILABLE),
        HALF_A_BODY(everywhere(RegistryFault::cutBody), UNAVAILABLE),
        UNAUTHORIZED_TEXT(everywhere(it -> it.text(401)), "Unauthorized"),
        UNAUTHORIZED_PAGE(everywhere(it -> it.html(401)), "Unauthorized"),
        FORBIDDEN_TEXT(everywhere(it -> it.text(403)), "Forbidden"),
        FORBIDDEN_PAGE(everywhere(it -> it.html(403)), "Forbidden"),
        NOT_FOUND_TEXT(everywhere(it -> it.text(404)), MISCONFIGURED),
        NOT_FOUND_PAGE(everywhere(it -> it.html(404)), MISCONFIGURED),
        LOGIN_PAGE(everywhere(it -> it.html(200)), UNAVAILABLE),
        UNAVAILABLE_TEXT(everywhere(it -> it.text(503)), UNAVAILABLE),
        STARTING(registry -> registry.starting(true), UNAVAILABLE),
        TOO_MANY(everywhere(it -> it.text(429)), UNAVAILABLE),
        GONE(everywhere(it -> it.status(410)), MISCONFIGURED),
        NOT_ALLOWED(everywhere(it -> it.text(405)), MISCONFIGURED),
        REDIRECT(everywhere(it -> it.redirect("http://192.0.2.1/")), MISCONFIGURED),
        DATABASE_STOPPED(registry -> registry.database().stop(), UNAVAILABLE),
        DATABASE_FULL(registry -> registry.database().limitConnections(), UNAVAILABLE),
        DATABASE_SLOW(registry -> registry.database().timeOut(), UNAVAILABLE),
        SCHEMA_LOST(registry -> registry.database().loseSchema(), UNAVAILABLE),
        READ_ONLY(registry -> registry.database().readOnly(), UNAVAILABLE),
        DEAD_CONNECTIONS(registry -> registry.database().endConnections(2), NONE),
        LOST_ANSWER(FaultMatrixTest::loseAnswers, UNAVAILABLE),
        RACE(on(RegistryFault::race, Operation.CREATE_RECORD), NONE),
        HALF_JSON(everywhere(RegistryFault::truncatedJson), UNAVAILABLE),
        WRONG_ENTITY(
                on(
                        RegistryFault::wrongEntity,
                        Operation.FIND_ENVIRONMENT,
                        Operation.GET_RECORD,
                        Operation.FIND_RECORD,
                        Operation.GET_MODEL,
                        Operation.GET_VERSION),
                UNAVAILABLE),
        SUNSET(everywhere(it -> it.header("Sunset", "Wed, 31 Dec 2031 23:59:59 GMT")), NONE);

        private final Consumer<RegistryDouble> begin;
        private final String reason;

        Wrong(Consumer<RegistryDouble> begin, String reason) {
            this.begin = begin;
            this.reason = reason;
        }

        private static Consumer<RegistryDouble> everywhere(UnaryOperator<RegistryFault> fault) {
            return registry -> registry.fail(fault.apply(RegistryFault.everywhere()));
        }

        private static Consumer<RegistryDouble> on(
                UnaryOperator<RegistryFault> fault, Operation first, Operation... more) {
            return registry -> registry.fail(fault.apply(RegistryFault.on(first, more)));
        }

        void end(RegistryDouble registry) {
            registry.heal();
            registry.database().start();
            registry.starting(false);
            if (this == REFUSE) {
                registry.listen();
            }
        }

        /** Steady state within this, by registry.md 5.2 and 16. */
        Duration bound() {
            return switch (reason) {
                case UNAVAILABLE, NONE -> SOON;
                default -> SOON.plus(SLOWLY);
            };
        }
    }

    private static void loseAnswers(RegistryDouble registry) {
        registry.fail(RegistryFault.on(Operation.CREATE_ENVIRONMENT).loseAnswer().times(1));
        registry.fail(RegistryFault.on(Operation.CREATE_RECORD).loseAnswer().times(1));
        registry.fail(RegistryFault.on(Operation.PATCH_RECORD).loseAnswer().times(1));
    }

    /** What Drover is about to do when it goes wrong. */
    enum Work {
        FIRST_LINK {
            @Override
            void begin(FaultMatrixTest test, String name) {
                test.drover.create(name, "1", "2");
            }

            @Override
            boolean done(FaultMatrixTest test, String name) {
                return !test.drover.link(name).isEmpty();
            }
        },
        UPDATE {
            @Override
            void begin(FaultMatrixTest test, String name) {
                test.drover.becomeReady(name);
            }

            @Override
            boolean done(FaultMatrixTest test, String name) {
                return test.drover
                        .property(test.drover.link(name), "url")
                        .equals("http://" + name + ".ml.example.com");
            }
        },
        CLOSE {
            @Override
            void begin(FaultMatrixTest test, String name) {
                test.api.delete("inferenceservices", "ml", name);
            }

            @Override
            boolean done(FaultMatrixTest test, String name) {
                return test.own(name).map(FaultMatrixTest::state).equals(Optional.of("UNDEPLOYED"));
            }
        },
        SWEEP {
            @Override
            void prepare(FaultMatrixTest test, String name) {
                String own = test.drover.link(name);
                test.drover.addOrphan(
                        "gone-" + name,
                        test.drover.record(own).path("servingEnvironmentId").asText());
                test.undeploy(own);
            }

            @Override
            void begin(FaultMatrixTest test, String name) throws Exception {
                test.drover.skip(Duration.ofMinutes(25)); // a walk is due, what is known is too old
                test.drover.sweep();
                test.drover.look(name); // a walk that fails asks for no passes
            }

            @Override
            boolean done(FaultMatrixTest test, String name) {
                return test.own(name).map(FaultMatrixTest::state).equals(Optional.of("DEPLOYED"))
                        && test.own("gone-" + name)
                                .map(FaultMatrixTest::state)
                                .equals(Optional.of("UNDEPLOYED"));
            }
        };

        /** What happens before, unseen by Drover. */
        void prepare(FaultMatrixTest test, String name) {}

        abstract void begin(FaultMatrixTest test, String name) throws Exception;

        abstract boolean done(FaultMatrixTest test, String name);
    }

    private static final String FAILURES = "drover.registry.failures";

    private final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    private final RegistryDouble registry = RegistryDouble.start();
    private SyncFixture drover;
    private ObjectNode foreign;

    @BeforeAll
    void start() throws Exception {
        registry.addModel("iris");
        registry.addVersion("1", "v1");
        String id =
                registry.add(
                        "inference_services",
                        WorkedExamplesTest.json(
                                """
                                {"name":"iris","externalId":"somebody-else",
                                 "registeredModelId":"1","servingEnvironmentId":"%s"}\
                                """
                                        .formatted(registry.addEnvironment("elsewhere"))));
        foreign = registry.record(id).orElseThrow();
        Map<String, String> keys =
                Map.of("DEADLINE", "1s", "RESPONSE_TIMEOUT", "1s", "LINK_RATE", "600");
        drover = new SyncFixture(api, registry, keys).start();
    }

    @AfterAll
    void stop() throws Exception {
        drover.close();
        api.close();
        registry.close();
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
        String name = (wrong + "-" + work).toLowerCase(Locale.ROOT).replace('_', '-');
        if (work != Work.FIRST_LINK) {
            drover.create(name, "1", "2");
            drover.liveUntil(() -> !drover.link(name).isEmpty(), STEP, SOON);
        }
        work.prepare(this, name);
        double shown = shown(wrong);

        wrong.begin.accept(registry);
        work.begin(this, name);
        if (!wrong.reason.isEmpty()) {
            await().until(() -> shown(wrong) > shown);
        }
        drover.awaitIdle();
        wrong.end(registry);

        drover.liveUntil(() -> work.done(this, name), STEP, wrong.bound());
        drover.awaitIdle();
        holdsExactlyItsOwn(name, work);
        writesNothingMore();
    }

    private double shown(Wrong wrong) {
        return drover.counter(FAILURES, "reason", wrong.reason).orElse(0.0);
    }

    private void holdsExactlyItsOwn(String name, Work work) {
        assertThat(own().filter(it -> isOf(name, it))).hasSize(1);
        if (work == Work.SWEEP) {
            assertThat(own().filter(it -> isOf("gone-" + name, it))).hasSize(1);
        }
        String id = foreign.path("id").asText();
        assertThat(registry.record(id)).contains(foreign);
        assertThat(registry.requests(Operation.PATCH_RECORD))
                .noneMatch(it -> it.path().endsWith("/" + id));
        assertThat(registry.environments()).hasSize(2);
    }

    /** Neither at the next sweep nor at the passes that it asks for. */
    private void writesNothingMore() {
        drover.live(STEP); // the servers have noted what was written
        long writes = writes();
        int walks = registry.requests(Operation.LIST_RECORDS).size();
        drover.live(Duration.ofMinutes(12));
        await().until(() -> registry.requests(Operation.LIST_RECORDS).size() > walks);
        drover.awaitIdle();
        assertThat(writes()).isEqualTo(writes);
        registry.forgetRequests();
    }

    private long writes() {
        return drover.patches()
                + registry.requests().stream()
                        .map(SeenRequest::operation)
                        .filter(it -> it.filter(Operation::writes).isPresent())
                        .count();
    }

    private Stream<ObjectNode> own() {
        return registry.records().stream()
                .filter(it -> it.path("externalId").asText().startsWith("kserve-isvc:"));
    }

    private static boolean isOf(String name, ObjectNode record) {
        return record.path("name").asText().startsWith(name + "/");
    }

    private Optional<ObjectNode> own(String name) {
        return own().filter(it -> isOf(name, it)).findFirst();
    }

    private static String state(ObjectNode record) {
        return record.path("desiredState").asText();
    }

    /** As somebody does in a dashboard. */
    private void undeploy(String id) {
        ObjectNode body = WorkedExamplesTest.json("{\"desiredState\":\"UNDEPLOYED\"}");
        body.set(
                "customProperties",
                registry.record(id).orElseThrow().path("customProperties").deepCopy());
        registry.ask("PATCH", "inference_services/" + id, body.toString());
    }
}
