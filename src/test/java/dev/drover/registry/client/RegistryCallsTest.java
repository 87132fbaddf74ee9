package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.Answer;
import dev.drover.registry.api.Artifact;
import dev.drover.registry.api.DesiredState;
import dev.drover.registry.api.Environment;
import dev.drover.registry.api.Health;
import dev.drover.registry.api.LifeState;
import dev.drover.registry.api.Model;
import dev.drover.registry.api.NewRecord;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Property;
import dev.drover.registry.api.Reason;
import dev.drover.registry.api.RecordChange;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.ServeAction;
import dev.drover.registry.api.Version;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.SeenRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent and what is understood, against a registry that is well. */
@Timeout(30)
class RegistryCallsTest {
    private static final String UID = "6d0c1f2e-0000-4000-8000-000000000001";
    private static final String EXTERNAL_ID = "kserve-isvc:" + UID + ":1";

    private RegistryDouble server;
    private ClientRig rig;

    @BeforeEach
    void start() throws Exception {
        server = RegistryDouble.start();
        server.serve(served());
        rig = ClientRig.at(server.url());
    }

    /** Versions of the API that the registry serves. */
    String[] served() {
        return new String[] {"v1alpha3"};
    }

    @AfterEach
    void stop() {
        rig.close();
        server.close();
    }

    @Test
    void readsModelAndVersion() {
        String model = server.addModel("iris");
        String version = server.addVersion(model, "v1");
        server.setState("registered_models", model, "ARCHIVED");

        assertThat(rig.registry().model(model).value())
                .contains(new Model(model, "iris", LifeState.ARCHIVED));
        assertThat(rig.registry().version(version).value())
                .contains(new Version(version, "v1", model, LifeState.LIVE));
    }

    @Test
    void findsAndMakesAnEnvironment() {
        assertThat(rig.registry().findEnvironment("ml")).isEqualTo(new Answer.Absent<>(true));

        Answer<Environment> made = rig.registry().createEnvironment("ml");

        assertThat(made.value()).contains(new Environment("1", "ml"));
        assertThat(rig.registry().findEnvironment("ml")).isEqualTo(made);
        assertThat(last(Operation.CREATE_ENVIRONMENT).body()).isEqualTo("{\"name\":\"ml\"}");
    }

    @Test
    void makesTheRecordOfTheFirstWorkedExample() {
        String environment = server.addEnvironment("ml");
        Answer<RegistryRecord> made = rig.registry().create(record(environment));

        assertThat(last(Operation.CREATE_RECORD).body())
                .isEqualTo(
                        "{\"name\":\"iris/"
                                + UID
                                + "\",\"externalId\":\""
                                + EXTERNAL_ID
                                + "\",\"registeredModelId\":\"1\",\"modelVersionId\":\"2\","
                                + "\"servingEnvironmentId\":\""
                                + environment
                                + "\",\"desiredState\":\"DEPLOYED\",\"customProperties\":{"
                                + "\"max_replicas\":{\"metadataType\":\"MetadataIntValue\","
                                + "\"int_value\":\"3\"},"
                                + "\"ready\":{\"metadataType\":\"MetadataBoolValue\","
                                + "\"bool_value\":false},"
                                + "\"url\":{\"metadataType\":\"MetadataStringValue\","
                                + "\"string_value\":\"https://iris\"}}}");
        RegistryRecord record = made.value().orElseThrow();
        assertThat(record.externalId()).contains(EXTERNAL_ID);
        assertThat(record.version()).contains("2");
        assertThat(record.runtime()).isEmpty();
        assertThat(record.state()).isEqualTo(DesiredState.DEPLOYED);
        assertThat(record.properties()).isEqualTo(record(environment).properties());
        assertThat(rig.registry().record(record.id())).isEqualTo(made);
        assertThat(rig.registry().findRecord(EXTERNAL_ID)).isEqualTo(made);
        assertThat(rig.registry().findRecord("iris/" + UID, environment)).isEqualTo(made);
    }

    @Test
    void percentEncodesQueriesOnce() {
        rig.registry().findRecord("a b/c:d%&=+ü", "3");

        assertThat(last(Operation.FIND_RECORD).rawQuery())
                .isEqualTo("name=a%20b%2Fc%3Ad%25%26%3D%2B%C3%BC&parentResourceId=3");
        assertThat(rig.registry().findRecord(EXTERNAL_ID)).isEqualTo(new Answer.Absent<>(true));
        assertThat(last(Operation.FIND_RECORD).rawQuery())
                .isEqualTo("externalId=kserve-isvc%3A" + UID + "%3A1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"100%", "a+b", "a&b=c", "Grüße-雪-🙂", " lead", "quote'\"", "a;b", "#"})
    void findsARecordWhateverItsName(String name) {
        String environment = server.addEnvironment("ml");
        NewRecord record =
                new NewRecord(
                        name,
                        name,
                        "1",
                        Optional.empty(),
                        environment,
                        Optional.empty(),
                        DesiredState.DEPLOYED,
                        Map.of());
        Answer<RegistryRecord> made = rig.registry().create(record);

        assertThat(made.value()).isPresent();
        assertThat(rig.registry().findRecord(name)).isEqualTo(made);
        assertThat(rig.registry().findRecord(name, environment)).isEqualTo(made);
    }

    @Test
    void anotherNameThatFitsThePatternIsAnAbsence() {
        String environment = server.addEnvironment("e_1");
        server.addEnvironment("ex2");
        rig.registry().create(record(environment));

        assertThat(rig.registry().findRecord("iris%", environment))
                .isEqualTo(new Answer.Absent<>(true));
        assertThat(rig.registry().findEnvironment("e_2")).isEqualTo(new Answer.Absent<>(true));
    }

    @Test
    void sendsTheStateWithEveryChangeAndTheCompleteMap() {
        String id = rig.registry().create(record(server.addEnvironment("ml"))).value().get().id();
        Map<String, Property> properties = Map.of("url", new Property.Text("https://other"));

        Answer<RegistryRecord> closed =
                rig.registry().patch(id, change(Optional.of(DesiredState.UNDEPLOYED), properties));
        assertThat(closed.value().orElseThrow().state()).isEqualTo(DesiredState.UNDEPLOYED);
        assertThat(last(Operation.PATCH_RECORD).body())
                .isEqualTo(
                        "{\"desiredState\":\"UNDEPLOYED\",\"customProperties\":{\"url\":"
                                + "{\"metadataType\":\"MetadataStringValue\","
                                + "\"string_value\":\"https://other\"}}}");

        Answer<RegistryRecord> left =
                rig.registry().patch(id, change(Optional.empty(), properties));
        assertThat(last(Operation.PATCH_RECORD).body()).startsWith("{\"desiredState\":null,");
        assertThat(left.value().orElseThrow().state()).isEqualTo(DesiredState.UNDEPLOYED);
    }

    @Test
    void changesVersionRuntimeAndExternalIdOnlyWhenAsked() {
        String id = rig.registry().create(record(server.addEnvironment("ml"))).value().get().id();

        RecordChange change =
                new RecordChange(
                        Optional.of(DesiredState.DEPLOYED),
                        Map.of(),
                        Optional.of("3"),
                        Optional.of("kserve-sklearnserver"),
                        Optional.of("other"));
        RegistryRecord changed = rig.registry().patch(id, change).value().orElseThrow();

        assertThat(changed.version()).contains("3");
        assertThat(changed.runtime()).contains("kserve-sklearnserver");
        assertThat(changed.externalId()).contains("other");
    }

    @Test
    void carriesForeignPropertiesThroughWhateverTheirType() {
        String environment = server.addEnvironment("ml");
        String id =
                new String(
                                server.ask(
                                                "POST",
                                                "inference_services",
                                                "{\"name\":\"x\",\"registeredModelId\":\"1\","
                                                        + "\"servingEnvironmentId\":\""
                                                        + environment
                                                        + "\",\"customProperties\":{"
                                                        + "\"st\":{\"metadataType\":"
                                                        + "\"MetadataStructValue\","
                                                        + "\"struct_value\":\"eyJrIjoidiJ9\"},"
                                                        + "\"d\":{\"metadataType\":"
                                                        + "\"MetadataDoubleValue\","
                                                        + "\"double_value\":0.25}}}")
                                        .body(),
                                StandardCharsets.UTF_8)
                        .replaceAll("(?s).*\"id\":\"([0-9]+)\".*", "$1");
        RegistryRecord before = rig.registry().record(id).value().orElseThrow();

        RegistryRecord after =
                rig.registry()
                        .patch(id, change(Optional.of(DesiredState.DEPLOYED), before.properties()))
                        .value()
                        .orElseThrow();

        assertThat(after.properties()).isEqualTo(before.properties()).hasSize(2);
    }

    @Test
    void aVersionThatSomebodyTriedToUnsetIsNone() {
        server.ask(
                "POST",
                "inference_services",
                "{\"name\":\"x\",\"externalId\":\"x\",\"registeredModelId\":\"1\","
                        + "\"modelVersionId\":\"0\",\"servingEnvironmentId\":\""
                        + server.addEnvironment("ml")
                        + "\"}");

        assertThat(rig.registry().findRecord("x").value().orElseThrow().version()).isEmpty();
    }

    @Test
    void anEmptyExternalIdIsNone() {
        String environment = server.addEnvironment("ml");
        server.ask(
                "POST",
                "inference_services",
                "{\"name\":\"x\",\"externalId\":\"\",\"desiredState\":null,"
                        + "\"registeredModelId\":\"1\",\"servingEnvironmentId\":\""
                        + environment
                        + "\"}");

        RegistryRecord record = rig.registry().findRecord("x", environment).value().orElseThrow();

        assertThat(record.externalId()).isEmpty();
        assertThat(record.state()).isEqualTo(DesiredState.UNKNOWN);
    }

    @Test
    void addsAServeActionOnce() {
        String model = server.addModel("iris");
        String version = server.addVersion(model, "v1");
        String id = rig.registry().create(record(server.addEnvironment("ml"))).value().get().id();
        ServeAction action = new ServeAction("iris/v2/RUNNING", version, ServeAction.State.RUNNING);

        assertThat(rig.registry().addServeAction(id, action)).isEqualTo(new Answer.Found<>(action));
        assertThat(rig.registry().addServeAction(id, action)).isEqualTo(new Answer.Found<>(action));
        assertThat(server.serveActions()).hasSize(1);
    }

    @Test
    void listsVersionsNewestFirstAndArtifacts() throws Exception {
        rig.apply(Map.of("PAGE_SIZE", "10"));
        String model = server.addModel("iris");
        for (int i = 1; i <= 12; i++) {
            server.addVersion(model, "v" + i);
        }
        String version = rig.registry().versions(model).value().orElseThrow().get(0).id();
        server.ask(
                "POST",
                "model_versions/" + version + "/artifacts",
                "{\"artifactType\":\"model-artifact\",\"uri\":\"s3://b/iris\",\"state\":\"LIVE\","
                        + "\"modelFormatName\":\"sklearn\"}");

        assertThat(rig.registry().versions(model).value().orElseThrow())
                .hasSize(12)
                .first()
                .extracting(Version::name)
                .isEqualTo("v12");
        assertThat(rig.registry().artifacts(version).value())
                .contains(
                        List.of(
                                new Artifact(
                                        "1",
                                        true,
                                        LifeState.LIVE,
                                        Optional.of("s3://b/iris"),
                                        Optional.of("sklearn"),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty())));
    }

    @Test
    void saysThatTheRegistryIsWell() {
        assertThat(rig.registry().health()).isEqualTo(new Answer.Found<>(Health.REPORTED));
        assertThat(last(Operation.HEALTH).path()).isEqualTo("/readyz/health");
    }

    @Test
    void aTakenNameIsAConflict() {
        String environment = server.addEnvironment("ml");
        rig.registry().create(record(environment));

        assertThat(rig.registry().create(record(environment)).failure().orElseThrow().reason())
                .isEqualTo(Reason.CONFLICT);
        assertThat(rig.registry().createEnvironment("ml").failure().orElseThrow().reason())
                .isEqualTo(Reason.CONFLICT);
    }

    @Test
    void anUnknownEnvironmentHasVanished() {
        assertThat(rig.registry().create(record("99")).failure().orElseThrow().reason())
                .isEqualTo(Reason.VANISHED);
        assertThat(
                        rig.registry()
                                .patch("99", change(Optional.empty(), Map.of()))
                                .failure()
                                .orElseThrow()
                                .reason())
                .isEqualTo(Reason.VANISHED);
    }

    /** What is asked before the first call. */
    List<String> probes() {
        return List.of("probe 404", "probe 200");
    }

    @Test
    void reportsEachCall() {
        List<String> expected = new ArrayList<>(probes());
        expected.add("find_environment 404");
        List<String> calls = new ArrayList<>();
        rig.registry()
                .reporting(call -> calls.add(call.operation().label() + " " + call.code()))
                .findEnvironment("ml");

        assertThat(calls).isEqualTo(expected);
        assertThat(
                        rig.counted(
                                "drover.registry.requests",
                                "registry",
                                "ml",
                                "operation",
                                "find_environment",
                                "code",
                                "404"))
                .isEqualTo(1);
    }

    private static NewRecord record(String environment) {
        return new NewRecord(
                "iris/" + UID,
                EXTERNAL_ID,
                "1",
                Optional.of("2"),
                environment,
                Optional.empty(),
                DesiredState.DEPLOYED,
                Map.of(
                        "url", new Property.Text("https://iris"),
                        "ready", new Property.Flag(false),
                        "max_replicas", new Property.Whole(3)));
    }

    private static RecordChange change(
            Optional<DesiredState> state, Map<String, Property> properties) {
        return new RecordChange(
                state, properties, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private SeenRequest last(Operation operation) {
        List<SeenRequest> seen = server.requests(operation);
        return seen.get(seen.size() - 1);
    }
}
