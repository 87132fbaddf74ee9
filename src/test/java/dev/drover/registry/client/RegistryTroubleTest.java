package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.NewRecord;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Property;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RecordChange;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.Retry;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import dev.drover.sandbox.registry.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A failed, slow or odd answer never means "absent". */
@Timeout(30)
class RegistryTroubleTest {
    private RegistryDouble server;
    private ClientRig rig;
    private String environment;

    @BeforeEach
    void start() throws Exception {
        server = RegistryDouble.start();
        environment = server.addEnvironment("ml");
        rig = ClientRig.at(server.url());
        rig.apply(Map.of("DEADLINE", "1s", "RESPONSE_TIMEOUT", "1s", "MAX_BODY", "64KiB"));
        rig.registry().findEnvironment("ml"); // the version is known from now on
        server.forgetRequests();
    }

    @AfterEach
    void stop() {
        rig.close();
        server.close();
    }

    static Stream<Arguments> faultsOfAFind() {
        RegistryFault find = RegistryFault.on(Operation.FIND_RECORD);
        return Stream.of(
                arguments("503 of the registry", find.status(503), Reason.UNAVAILABLE, "503"),
                arguments("500 of the registry", find.status(500), Reason.UNAVAILABLE, "500"),
                arguments("a proxy's 502", find.text(502), Reason.UNAVAILABLE, "502"),
                arguments("a database error as 400", find.status(400), Reason.UNAVAILABLE, "400"),
                arguments("409 on a read", find.status(409), Reason.UNAVAILABLE, "409"),
                arguments("too many requests", find.status(429), Reason.UNAVAILABLE, "429"),
                arguments("404 as text", find.text(404), Reason.UNAVAILABLE, "404"),
                arguments("404 as a page", find.html(404), Reason.UNAVAILABLE, "404"),
                arguments("gone", find.status(410), Reason.UNAVAILABLE, "410"),
                arguments("401 as text", find.text(401), Reason.UNAUTHORIZED, "401"),
                arguments("401 as a page", find.html(401), Reason.UNAUTHORIZED, "401"),
                arguments("403 of the registry", find.status(403), Reason.FORBIDDEN, "403"),
                arguments("403 as a page", find.html(403), Reason.FORBIDDEN, "403"),
                arguments("method refused", find.text(405), Reason.MISCONFIGURED, "405"),
                arguments("a log-in page", find.html(200), Reason.UNAVAILABLE, "body"),
                arguments("half of the JSON", find.truncatedJson(), Reason.UNAVAILABLE, "body"),
                arguments("an endless body", find.endlessBody(), Reason.UNAVAILABLE, "body"),
                arguments("a body cut off", find.cutBody(), Reason.UNAVAILABLE, "reset"),
                arguments("one byte a second", find.slowBody(), Reason.UNAVAILABLE, "timeout"),
                arguments("no answer", find.hang(), Reason.UNAVAILABLE, "timeout"),
                arguments("a broken connection", find.reset(), Reason.UNAVAILABLE, "reset"),
                arguments("another entity", find.wrongEntity(), Reason.UNAVAILABLE, "body"),
                arguments(
                        "a list instead of an entity",
                        find.answer(Reply.of(200, "application/json", "[]")),
                        Reason.UNAVAILABLE,
                        "body"),
                arguments(
                        "something after the JSON",
                        find.answer(Reply.of(200, "application/json", "{\"id\":\"1\"} x")),
                        Reason.UNAVAILABLE,
                        "body"),
                arguments(
                        "an object without an id",
                        find.answer(Reply.of(200, "application/json", "{\"name\":\"x\"}")),
                        Reason.UNAVAILABLE,
                        "body"),
                arguments(
                        "404 as other JSON",
                        find.answer(Reply.of(404, "application/json", "{\"error\":\"x\"}")),
                        Reason.UNAVAILABLE,
                        "404"),
                arguments(
                        "a coded body",
                        find.header("content-encoding", "gzip"),
                        Reason.UNAVAILABLE,
                        "body"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faultsOfAFind")
    void isAFailureAndNoAbsence(String because, RegistryFault fault, Reason reason, String code) {
        rig.registry().create(record("iris"));
        server.fail(fault);

        Answer<RegistryRecord> answer = rig.registry().findRecord("iris");

        Failure failure = answer.failure().orElseThrow();
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(answer.provenAbsent()).isFalse();
        server.heal();
        assertThat(rig.registry().findRecord("iris").value()).isPresent();
    }

    @Test
    void aServerThatIsNotThereIsUnavailable() {
        server.refuse();
        rig.registry().findRecord("iris"); // ends the connection that was kept

        assertThat(failureOf(rig.registry().findRecord("iris")))
                .isEqualTo(Reason.UNAVAILABLE + " connect");

        server.listen();
        assertThat(rig.registry().findRecord("iris").provenAbsent()).isTrue();
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        try (RegistryDouble elsewhere = RegistryDouble.start()) {
            for (String target : new String[] {elsewhere.url(), server.url()}) {
                server.forgetRequests();
                Runnable lift =
                        server.fail(
                                RegistryFault.on(Operation.FIND_RECORD)
                                        .redirect(target + "/api/model_registry/v1alpha3/x"));

                assertThat(failureOf(rig.registry().findRecord("iris")))
                        .isEqualTo(Reason.MISCONFIGURED + " 302");
                assertThat(server.requests()).hasSize(1);
                lift.run();
            }
            assertThat(elsewhere.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"7,7", "3600,300", "'Mon, 30 Nov 2026 12:00:20 GMT',20", "x,", "-1,"})
    void honoursHowLongTheServerAsksToWait(String header, Long seconds) {
        server.fail(
                RegistryFault.on(Operation.FIND_RECORD)
                        .answer(Reply.error(429, "slow down").with("retry-after", header)));

        assertThat(rig.registry().findRecord("iris").failure().orElseThrow().after())
                .isEqualTo(Optional.ofNullable(seconds).map(Duration::ofSeconds));
    }

    @Test
    void aLostAnswerToACreateSaysSo() {
        server.fail(RegistryFault.on(Operation.CREATE_RECORD).loseAnswer().times(1));

        Failure failure = rig.registry().create(record("iris")).failure().orElseThrow();

        assertThat(failure.answerLost()).isTrue();
        assertThat(server.requests(Operation.CREATE_RECORD)).hasSize(1);
        assertThat(rig.registry().findRecord("iris").value()).isPresent();
    }

    @Test
    void aRaceIsAConflict() {
        server.fail(RegistryFault.on(Operation.CREATE_RECORD).race().times(1));

        Failure failure = rig.registry().create(record("iris")).failure().orElseThrow();

        assertThat(failure.reason()).isEqualTo(Reason.CONFLICT);
        assertThat(failure.retry()).isEqualTo(Retry.AT_ONCE);
        assertThat(server.records()).hasSize(1);
    }

    @Test
    void whileItsDatabaseIsDownNothingIsAbsent() {
        String model = server.addModel("iris");
        String id = rig.registry().create(record("iris")).value().orElseThrow().id();
        server.database().stop();

        assertThat(rig.registry().record(id)).isEqualTo(new Answer.Absent<>(false));
        assertThat(failureOf(rig.registry().findRecord("iris"))).isEqualTo("UNAVAILABLE 500");
        assertThat(failureOf(rig.registry().findEnvironment("ml"))).isEqualTo("UNAVAILABLE 500");
        assertThat(failureOf(rig.registry().model(model))).isEqualTo("UNAVAILABLE 503");
        assertThat(failureOf(rig.registry().health())).startsWith("UNAVAILABLE");
        assertThat(rig.registry().create(record("other")).failure().orElseThrow().reason())
                .isIn(Reason.VANISHED, Reason.UNAVAILABLE);
        assertThat(server.records()).hasSize(1);
    }

    @Test
    void whileItsDatabaseFailsWithAnSqlStateNothingIsAbsent() {
        rig.registry().create(record("iris"));
        server.database().limitConnections();

        assertThat(failureOf(rig.registry().findRecord("iris"))).isEqualTo("UNAVAILABLE 400");
        assertThat(failureOf(rig.registry().findRecord("iris", environment)))
                .isEqualTo("UNAVAILABLE 400");
        assertThat(failureOf(rig.registry().version("1"))).isEqualTo("UNAVAILABLE 503");
        assertThat(rig.registry().patch("2", change()).failure().orElseThrow().reason())
                .isEqualTo(Reason.VANISHED);
    }

    @Test
    void twoDeadConnectionsOfItsDatabaseDoNotHideAModel() {
        String model = server.addModel("iris");
        server.database().endConnections(2);

        assertThat(rig.registry().model(model).value().map(Model::name)).contains("iris");
        assertThat(server.requests(Operation.GET_MODEL)).hasSize(3);
        assertThat(server.requests(Operation.HEALTH)).isEmpty();
    }

    @Test
    void aModelIsAbsentAfterThreeAnswersOfAHealthyRegistry() {
        assertThat(rig.registry().model("99")).isEqualTo(new Answer.Absent<>(true));
        assertThat(server.requests(Operation.GET_MODEL)).hasSize(3);
        assertThat(server.requests(Operation.HEALTH)).hasSize(1);
    }

    @Test
    void whereAGatewayHidesHealthAReadableListStandsForIt() {
        server.fail(RegistryFault.on(Operation.HEALTH).text(404));

        assertThat(rig.registry().model("99")).isEqualTo(new Answer.Absent<>(true));

        server.fail(RegistryFault.on(Operation.LIST_RECORDS).status(400));
        assertThat(failureOf(rig.registry().model("99"))).isEqualTo("UNAVAILABLE 400");
    }

    @Test
    void aReadOnlyDatabaseRefusesWritesOnly() {
        String id = rig.registry().create(record("iris")).value().orElseThrow().id();
        server.database().readOnly();

        assertThat(failureOf(rig.registry().patch(id, change()))).isEqualTo("UNAVAILABLE 500");
        assertThat(failureOf(rig.registry().create(record("other")))).isEqualTo("UNAVAILABLE 500");
        assertThat(rig.registry().record(id).value()).isPresent();
    }

    @Test
    void aRefusedWriteIsRejectedOnlyByAHealthyRegistry() {
        rig.registry().create(record("first")); // health reads the first one
        NewRecord poison =
                record("poison", Map.of("v", new Property.Text("mlmd-struct::not-base64!")));

        Failure rejected = rig.registry().create(poison).failure().orElseThrow();
        assertThat(rejected.reason()).isEqualTo(Reason.REJECTED);
        assertThat(rejected.retry()).isEqualTo(Retry.HOURLY);

        server.fail(RegistryFault.on(Operation.HEALTH).text(503));
        server.fail(RegistryFault.on(Operation.PATCH_RECORD).status(422));
        assertThat(failureOf(rig.registry().patch("1", change()))).isEqualTo("UNAVAILABLE 422");
    }

    @Test
    void aMessageOfTheRegistryIsShownShortAndOnOneLine() {
        String message = "line\nbreak \u202e" + "x".repeat(400) + "\u0007";
        server.fail(RegistryFault.on(Operation.FIND_RECORD).answer(Reply.error(400, message)));

        assertThat(rig.registry().findRecord("x").failure().orElseThrow().detail())
                .startsWith("line break  xxx")
                .hasSize(200);
    }

    @Test
    void aHangingCreateIsCarriedOutAndIsFoundLater() {
        server.freeze();
        Failure failure = rig.registry().create(record("iris")).failure().orElseThrow();
        assertThat(failure.code()).isEqualTo("timeout");
        assertThat(failure.answerLost()).isTrue();

        server.thaw();
        assertThat(rig.registry().findRecord("iris").value()).isPresent();
    }

    private static String failureOf(Answer<?> answer) {
        Failure failure = answer.failure().orElseThrow();
        return failure.reason() + " " + failure.code();
    }

    private NewRecord record(String name) {
        return record(name, Map.of());
    }

    private NewRecord record(String name, Map<String, Property> properties) {
        return new NewRecord(
                name,
                name,
                "1",
                Optional.empty(),
                environment,
                Optional.empty(),
                DesiredState.DEPLOYED,
                properties);
    }

    private static RecordChange change() {
        return new RecordChange(
                Optional.of(DesiredState.DEPLOYED),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
