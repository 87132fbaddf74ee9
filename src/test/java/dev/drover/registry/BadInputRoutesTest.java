package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.intents.Notice;
import dev.drover.registry.api.Operation;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import dev.drover.sandbox.registry.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What people and programs write by mistake or on purpose: each has an outcome, none makes a second
 * record, and none keeps a workload from being deleted. All of it meets one Drover.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputRoutesTest {
    private static final String DOMAIN = "modelregistry.opendatahub.io/";

    private final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    private final RegistryDouble registry = RegistryDouble.start();
    private final RegistryDouble stranger = RegistryDouble.start();
    private SyncFixture drover;
    private int names;

    @BeforeAll
    void start() throws Exception {
        registry.addModel("iris"); // 1
        registry.addVersion("1", "v1"); // 2
        drover = new SyncFixture(api, registry, Map.of("LINK_RATE", "600")).start();
        create("first", "1", "");
        await().until(() -> !drover.link("first").isEmpty());
    }

    @AfterAll
    void stop() throws Exception {
        drover.close();
        api.close();
        registry.close();
        stranger.close();
    }

    private String name() {
        return "iris-" + ++names;
    }

    /** With a model label, and whatever else is to be in the metadata. */
    private String create(String name, String model, String more) {
        return create(name, model, more, "{predictor: {}}");
    }

    private String create(String name, String model, String more, String spec) {
        return api.create(
                        """
                        apiVersion: serving.kserve.io/v1beta1
                        kind: InferenceService
                        metadata:
                          name: %s
                          namespace: ml
                          labels: {%sregistered-model-id: "%s"%s}
                        spec: %s
                        """
                                .formatted(name, DOMAIN, model, more, spec))
                .get(0)
                .at("/metadata/uid")
                .asText();
    }

    private void awaitReason(String name, String reason) {
        await().until(() -> reasons(name).contains(reason));
    }

    private List<String> reasons(String name) {
        return drover.events.stream()
                .filter(it -> it.regarding().name().equals(name))
                .map(Notice::reason)
                .toList();
    }

    private List<ObjectNode> recordsOf(String uid) {
        return registry.records().stream()
                .filter(it -> it.path("externalId").asText().contains(uid))
                .toList();
    }

    private String awaitLinked(String name) {
        await().until(() -> registry.record(orNone(drover.link(name))).isPresent());
        return drover.link(name);
    }

    private static String orNone(String link) {
        return link.matches("[1-9][0-9]{0,8}") ? link : "0";
    }

    private void deletesAtOnce(String name) {
        api.delete("inferenceservices", "ml", name);
        assertThat(api.get("inferenceservices", "ml", name)).isEmpty();
        drover.awaitIdle();
    }

    @ParameterizedTest
    @ValueSource(strings = {"iris", "0", "01", "1234567890", "1.5"})
    void aModelThatIsNoIdIsNotAskedFor(String model) {
        drover.awaitIdle();
        registry.forgetRequests();
        String name = name();
        String uid = create(name, model, "");
        awaitReason(name, "InvalidReference");
        assertThat(drover.calls()).isEmpty();
        assertThat(recordsOf(uid)).isEmpty();
        deletesAtOnce(name);
    }

    @Test
    void aVersionThatIsNoIdIsNotAskedFor() {
        drover.awaitIdle();
        registry.forgetRequests();
        String name = name();
        create(name, "1", ", " + DOMAIN + "model-version-id: \"latest\"");
        awaitReason(name, "InvalidReference");
        assertThat(drover.calls()).isEmpty();
        deletesAtOnce(name);
    }

    @ParameterizedTest
    @CsvSource({"abc, 1", "0, 1", "4711, 1"})
    void aLinkThatLeadsNowhereIsReplaced(String link, String model) {
        String name = name();
        String uid = create(name, model, ", " + DOMAIN + "inference-service-id: \"" + link + "\"");
        drover.liveUntil(
                () -> registry.record(orNone(drover.link(name))).isPresent(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60));
        assertThat(recordsOf(uid)).hasSize(1);
        assertThat(drover.link(name)).isEqualTo(recordsOf(uid).get(0).path("id").asText());
        deletesAtOnce(name);
    }

    @Test
    void aModelThatDoesNotExistIsReadAgainInAnHour() {
        String name = name();
        String uid = create(name, "4711", "");
        awaitReason(name, "InvalidReference");
        assertThat(drover.lines.seen())
                .contains(
                        "WARNING Reconciling InferenceService: ml/%s: label %s: model 4711 does not exist in registry ml"
                                .formatted(name, SyncFixture.MODEL_LABEL));
        drover.awaitIdle();
        registry.forgetRequests();
        drover.live(Duration.ofMinutes(50));
        assertThat(registry.requests(Operation.GET_MODEL)).isEmpty();
        drover.live(Duration.ofMinutes(15));
        await().until(
                        () ->
                                registry.requests(Operation.GET_MODEL).stream()
                                        .anyMatch(it -> it.path().endsWith("/4711")));
        assertThat(recordsOf(uid)).isEmpty();
        deletesAtOnce(name);
    }

    @Test
    void aModelThatIsArchivedIsSaidOnceAndRecorded() {
        String archived = registry.addModel("archived-" + name());
        registry.setState("registered_models", archived, "ARCHIVED");
        String name = name();
        create(name, archived, "");
        String id = awaitLinked(name);
        awaitReason(name, "ModelArchived");
        drover.awaitIdle();
        drover.look(name);
        drover.awaitIdle();
        assertThat(reasons(name).stream().filter("ModelArchived"::equals)).hasSize(1);
        assertThat(drover.record(id).at("/customProperties/archived/bool_value").asBoolean())
                .isTrue();
        deletesAtOnce(name);
    }

    @Test
    void aModelThatIsArchivedMayBeRefused() {
        drover.apply(Map.of("ARCHIVED", "refuse-new"));
        try {
            String archived = registry.addModel("archived-" + name());
            registry.setState("registered_models", archived, "ARCHIVED");
            String name = name();
            String uid = create(name, archived, "");
            awaitReason(name, "Archived");
            assertThat(recordsOf(uid)).isEmpty();
            deletesAtOnce(name);
        } finally {
            drover.apply(Map.of("ARCHIVED", "record"));
        }
    }

    @Test
    void aCopiedManifestGetsARecordOfItsOwn() {
        String name = name();
        String uid = create(name, "1", "");
        String id = awaitLinked(name);
        drover.awaitIdle();
        ObjectNode before = drover.record(id);
        String note =
                drover.workload(name).at("/metadata/annotations/drover.dev~1registry").asText();

        String copy = name();
        String copyUid =
                drover.declare(
                        copy,
                        "%1$sregistered-model-id: \"1\", %1$sinference-service-id: \"%2$s\""
                                .formatted(DOMAIN, id),
                        "drover.dev/registry: '" + note + "'");
        await().until(() -> !drover.link(copy).equals(id));
        drover.awaitIdle();

        assertThat(drover.record(id)).isEqualTo(before);
        assertThat(recordsOf(uid)).hasSize(1);
        assertThat(recordsOf(copyUid)).hasSize(1);
        assertThat(drover.workload(copy).at("/metadata/annotations/drover.dev~1registry").asText())
                .contains(copyUid);
        assertThat(reasons(copy)).contains("LinkMismatch");
        deletesAtOnce(copy);
        assertThat(drover.record(id).path("desiredState").asText()).isEqualTo("DEPLOYED");
        deletesAtOnce(name);
    }

    @Test
    void anAddressOfAStrangerIsNeverCalled() {
        String name = name();
        drover.declare(
                name,
                DOMAIN + "registered-model-id: \"1\"",
                "%surl: \"%s\"".formatted(DOMAIN, stranger.url()));
        awaitReason(name, "RegistryNotAllowed");
        drover.awaitIdle();
        assertThat(stranger.requests()).isEmpty();
        deletesAtOnce(name);
        assertThat(stranger.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{predictor: {containers: [{name: kserve-container, image: registry.example/me}]}}"
                        + " | runtime | registry.example/me",
                "{predictor: {sklearn: {storageUri: s3://b/m}}} | model_format | sklearn",
                "{predictor: {}, transformer: {containers: [{name: t, image: i}]}} | kind |"
                        + " InferenceService",
                "{predictor: {model: {modelFormat: {name: huggingface}}, workerSpec:"
                        + " {pipelineParallelSize: 2}}} | model_format | huggingface",
                "{predictor: {model: {modelFormat: {name: onnx}, storage: {key: k, path: p}}}} |"
                        + " storage_uri | k:p",
                "{predictor: {model: {storageUri: 'https://u:secret@h/m?sig=1#f', modelFormat:"
                        + " {name: x}}}} | storage_uri | https://h/m",
                "{predictor: {model: {modelFormat: {name: 'mlmd-struct::x'}}}} | model_format | '"
                        + " mlmd-struct::x'",
                "{predictor: {model: {runtime: r, modelFormat: {name: 'a\\u0000b'}}}} | runtime |"
                        + " r",
            })
    void anySpecIsRecorded(String spec, String field, String value) {
        String name = name();
        String uid = create(name, "1", "", spec);
        String id = awaitLinked(name);
        drover.awaitIdle();
        assertThat(recordsOf(uid)).hasSize(1);
        String found =
                field.equals("runtime")
                        ? drover.record(id).path("runtime").asText()
                        : drover.property(id, field);
        assertThat(found).isEqualTo(value);
        deletesAtOnce(name);
        await().until(() -> drover.record(id).path("desiredState").asText().equals("UNDEPLOYED"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"url\":7,\"conditions\":{\"type\":\"Ready\"},\"address\":[]}",
                "{\"conditions\":[{\"type\":\"Ready\",\"status\":true},\"x\",null]}",
                "{\"components\":{\"predictor\":[{\"restUrl\":{}}]},\"modelStatus\":\"x\"}",
                "{\"url\":\"mlmd-struct::x\",\"modelStatus\":{\"lastFailureInfo\":{\"message\":\"\\u0000\\n"
                        + "\"}}}",
            })
    void aStatusOfAnyShapeNeitherFailsNorUnlinks(String status) {
        String name = name();
        create(name, "1", "");
        String id = awaitLinked(name);
        drover.awaitIdle();
        drover.status(name, status);
        drover.awaitIdle();
        assertThat(drover.link(name)).isEqualTo(id);
        assertThat(reasons(name)).containsExactly("Linked");
        deletesAtOnce(name);
        await().until(() -> drover.record(id).path("desiredState").asText().equals("UNDEPLOYED"));
    }

    @Test
    void fieldsThatNobodyKnowsAreCarriedPast() {
        Runnable lift =
                registry.fail(
                        RegistryFault.everywhere()
                                .changing(BadInputRoutesTest::withAnUnknownField));
        String name = name();
        String uid = create(name, "1", ", " + DOMAIN + "model-version-id: \"2\"");
        String id = awaitLinked(name);
        drover.becomeReady(name);
        await().until(() -> !drover.property(id, "url").isEmpty());
        drover.awaitIdle();
        lift.run();
        assertThat(recordsOf(uid)).hasSize(1);
        deletesAtOnce(name);
    }

    private static Reply withAnUnknownField(Reply reply) {
        String text = new String(reply.body(), StandardCharsets.UTF_8);
        return text.startsWith("{")
                ? Reply.of(
                        reply.status(),
                        "application/json",
                        "{\"unheardOf\":{\"a\":[1,null]}," + text.substring(1))
                : reply;
    }
}
