package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.registry.api.Operation;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What registries do wrong, from the first link on: no second record, no lost link. */
@Timeout(90)
class FaultRoutesTest extends TwoServersTest {
    private static final Duration STEP = Duration.ofSeconds(5);

    /** Ways in which a call goes wrong, and the reason that is shown. */
    enum Wrong {
        RESET(RegistryFault::reset, "RegistryUnavailable"),
        SERVER_ERROR(fault -> fault.status(500), "RegistryUnavailable"),
        NOT_FOUND_TEXT(fault -> fault.text(404), "RegistryUnavailable"),
        PAGE(fault -> fault.html(200), "RegistryUnavailable"),
        HALF_JSON(RegistryFault::truncatedJson, "RegistryUnavailable"),
        UNAUTHORIZED(fault -> fault.html(401), "Unauthorized"),
        FORBIDDEN(fault -> fault.text(403), "Forbidden"),
        BAD_REQUEST(fault -> fault.status(400), "RegistryUnavailable");

        private final UnaryOperator<RegistryFault> fault;
        private final String reason;

        Wrong(UnaryOperator<RegistryFault> fault, String reason) {
            this.fault = fault;
            this.reason = reason;
        }
    }

    @ParameterizedTest
    @EnumSource(Wrong.class)
    void aFindThatGoesWrongCreatesNothing(Wrong wrong) throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            registry.addEnvironment("ml");
            registry.fail(wrong.fault.apply(RegistryFault.on(Operation.FIND_RECORD)));
            drover.createIris("1", "2");
            await().until(() -> drover.reasons().contains(wrong.reason));
            assertThat(registry.requests(Operation.CREATE_RECORD)).isEmpty();
            registry.heal();
            drover.liveUntil(() -> !drover.link().isEmpty(), STEP, Duration.ofSeconds(360));
            assertThat(registry.records()).hasSize(1);
        }
    }

    /** The outage itself is told once; whoever waits for a first link is told as well. */
    @Test
    void everyWorkloadThatWaitsForARegistryThatIsDownSaysSo() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            registry.refuse();
            for (String name : List.of("one", "two", "three")) {
                drover.create(name, "1", "2");
            }
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () ->
                                    assertThat(drover.events)
                                            .filteredOn(
                                                    it -> it.reason().equals("RegistryUnavailable"))
                                            .extracting(it -> it.regarding().name())
                                            .contains("one", "two", "three"));
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () ->
                                    assertThat(drover.report("ml"))
                                            .containsPattern(
                                                    registry.url()
                                                            + ", breaker open, unavailable for"
                                                            + " \\d+s, last failure \\d+s ago"
                                                            + " \\(.*refused"));
            drover.create("four", "1", "2"); // no call is made for it
            await().until(
                            () ->
                                    drover.events.stream()
                                            .anyMatch(it -> it.regarding().name().equals("four")));
        }
    }

    @Test
    void aLostAnswerToTheCreateMakesNoSecondRecord() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            registry.fail(RegistryFault.on(Operation.CREATE_RECORD).loseAnswer().times(1));
            drover.createIris("1", "2");
            await().atMost(Duration.ofSeconds(20)).until(() -> !drover.link().isEmpty());
            assertThat(registry.records()).hasSize(1);
            assertThat(registry.requests(Operation.CREATE_RECORD)).hasSize(1);
        }
    }

    @Test
    void aRaceOfTwoCreatesEndsInOneRecord() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            registry.fail(RegistryFault.on(Operation.CREATE_RECORD).race().times(1));
            drover.createIris("1", "2");
            await().atMost(Duration.ofSeconds(20)).until(() -> !drover.link().isEmpty());
            assertThat(registry.records()).hasSize(1);
        }
    }

    @Test
    void twoDroversMakeOneRecord() throws Exception {
        try (SyncFixture one = drover(Map.of());
                SyncFixture other = drover(Map.of())) {
            for (int i = 0; i < 10; i++) {
                one.create("iris-" + i, "1", "2");
            }
            await().atMost(Duration.ofSeconds(30))
                    .until(
                            () -> {
                                for (int i = 0; i < 10; i++) {
                                    if (one.link("iris-" + i).isEmpty()) {
                                        return false;
                                    }
                                }
                                return true;
                            });
            other.awaitQuiet();
            assertThat(registry.records()).hasSize(10);
            assertThat(registry.records())
                    .allMatch(it -> it.path("desiredState").asText().equals("DEPLOYED"));
        }
    }

    /** E5, and the isolation of registries. */
    @Test
    void aRegistryThatHangsDelaysNoOther() throws Exception {
        try (RegistryDouble second = RegistryDouble.start();
                SyncFixture drover = drover(Map.of("AT_OTHER_URL", second.url()))) {
            second.addModel("iris");
            second.addVersion("1", "v1");
            registry.fail(RegistryFault.everywhere().hang());
            for (int i = 0; i < 12; i++) {
                create(drover, "hanging-" + i, "ml");
            }
            for (int i = 0; i < 10; i++) {
                String name = "fine-" + i;
                long begin = System.nanoTime();
                create(drover, name, "other");
                await().pollInterval(Duration.ofMillis(10))
                        .atMost(Duration.ofSeconds(5))
                        .until(() -> !drover.link(name).isEmpty());
                assertThat(Duration.ofNanos(System.nanoTime() - begin))
                        .isLessThan(Duration.ofSeconds(2)); // 1 s on an idle machine
            }
            registry.heal();
            drover.liveUntil(() -> registry.records().size() == 12, STEP, Duration.ofSeconds(60));
        }
    }

    @Test
    void evenSoManyRegistriesThatHangLeaveAWorkerFree() throws Exception {
        Map<String, String> keys =
                Map.of(
                        "AT_A_URL", registry.url() + "/a",
                        "AT_B_URL", registry.url() + "/b",
                        "AT_C_URL", registry.url() + "/c",
                        "RESPONSE_TIMEOUT", "10s",
                        "DEADLINE", "10s");
        try (SyncFixture drover = drover(keys)) {
            registry.forgetRequests();
            registry.fail(RegistryFault.everywhere().hang());
            for (String each : List.of("ml", "a", "b", "c")) {
                create(drover, "first-of-" + each, each);
                create(drover, "second-of-" + each, each);
            }
            await().until(() -> registry.requests().size() >= 7);

            create(drover, "unclear", "nobody");
            await().atMost(Duration.ofSeconds(5)) // none of those calls has ended by then
                    .until(() -> drover.reasons().contains("RegistryNotFound"));
            registry.refuse(); // ends the calls
        }
    }

    private static void create(SyncFixture drover, String name, String registryName) {
        drover.declare(
                name,
                "modelregistry.opendatahub.io/registered-model-id: \"1\","
                        + " modelregistry.opendatahub.io/name: "
                        + registryName,
                "");
    }

    @Test
    void comesBackAfterAnOutageAndSaysSoOnce() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            registry.fail(RegistryFault.everywhere().text(503));
            for (int i = 0; i < 20; i++) {
                drover.create("iris-" + i, "1", "2");
            }
            await().atMost(Duration.ofSeconds(20))
                    .until(
                            () ->
                                    drover.lines.seen().stream()
                                            .anyMatch(
                                                    it -> it.contains("registry ml unavailable")));
            registry.heal();
            drover.liveUntil(() -> registry.records().size() == 20, STEP, Duration.ofSeconds(60));
            assertThat(drover.lines.seen().stream().filter(it -> it.contains("ml unavailable")))
                    .hasSize(1);
            await().until(
                            () ->
                                    drover.lines.seen().stream()
                                            .anyMatch(it -> it.contains("ml available again")));
        }
    }
}
