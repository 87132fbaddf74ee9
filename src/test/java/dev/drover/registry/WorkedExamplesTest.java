package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import dev.drover.sandbox.registry.RegistryFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of registry.md 14, through the shipped routes. */
@Timeout(60)
class WorkedExamplesTest {
    private final SyncFixture drover = fixture();

    private static SyncFixture fixture() {
        try {
            return new SyncFixture();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void holdsOneModelWithOneVersion() {
        assertThat(drover.registry.addModel("iris")).isEqualTo("1");
        assertThat(drover.registry.addVersion("1", "v1")).isEqualTo("2");
    }

    @AfterEach
    void close() throws Exception {
        drover.close();
    }

    @Test
    void e1FirstLink() throws Exception {
        drover.start();
        String uid = drover.createIris("1", "2");
        drover.awaitLink("4");

        assertThat(drover.calls())
                .containsExactly(
                        "GET /serving_environment?name=ml",
                        "GET /inference_service?externalId=kserve-isvc%3A" + uid + "%3A1",
                        "GET /registered_models/1",
                        "GET /model_versions/2",
                        "POST /serving_environments",
                        "POST /inference_services");
        ObjectNode record = drover.record("4");
        assertThat(record.path("name").asText()).isEqualTo("iris/" + uid);
        assertThat(record.path("externalId").asText()).isEqualTo("kserve-isvc:" + uid + ":1");
        assertThat(record.path("modelVersionId").asText()).isEqualTo("2");
        assertThat(record.path("servingEnvironmentId").asText()).isEqualTo("3");
        assertThat(record.path("desiredState").asText()).isEqualTo("DEPLOYED");
        assertThat(record.has("runtime")).isFalse();
        List<String> keys = new ArrayList<>();
        record.path("customProperties").fieldNames().forEachRemaining(keys::add);
        assertThat(keys)
                .containsExactlyInAnyOrder(
                        "model_format",
                        "storage_uri",
                        "revision",
                        "ready",
                        "ready_reason",
                        "uid",
                        "namespace",
                        "name",
                        "kind",
                        "cluster");
        assertThat(drover.property("4", "revision")).isEqualTo("generation-1");
        assertThat(drover.property("4", "ready_reason")).isEqualTo("NoStatus");
        assertThat(drover.iris().at("/metadata/annotations/drover.dev~1registry").asText())
                .isEqualTo(
                        "{\"v\":1,\"registry\":\"ml\",\"record\":\"4\",\"environment\":\"3\","
                                + "\"model\":\"1\",\"uid\":\""
                                + uid
                                + "\"}");
        assertThat(drover.patches()).isEqualTo(1);
        assertThat(drover.reasons()).containsExactly("Linked");
        assertThat(drover.lines.seen())
                .contains(
                        "INFO Reconciling InferenceService: ml/iris: linked to record 4 of ml"
                                + " (created)");

        drover.awaitQuiet();
        drover.registry.forgetRequests();
        drover.becomeReady();
        await().until(() -> !drover.registry.serveActions().isEmpty());
        assertThat(drover.calls())
                .containsExactly(
                        "GET /inference_services/4",
                        "PATCH /inference_services/4",
                        "POST /inference_services/4/serves");
        assertThat(drover.record("4").at("/customProperties/ready/bool_value").asBoolean())
                .isTrue();
        assertThat(drover.record("4").at("/customProperties").has("ready_reason")).isFalse();
        assertThat(drover.registry.serveActions().get(0).path("name").asText())
                .isEqualTo("iris/" + uid + "/v2/RUNNING");
        assertThat(drover.patches()).isEqualTo(1);
    }

    @Test
    void e2AnotherVersion() throws Exception {
        String three = drover.registry.addVersion("1", "v2");
        drover.start();
        drover.createIris("1", "2");
        await().until(() -> !drover.link().isEmpty());
        String id = drover.link();
        drover.awaitQuiet();
        drover.registry.forgetRequests();
        drover.label(SyncFixture.VERSION_LABEL, three);
        await().until(() -> !drover.registry.serveActions().isEmpty());
        assertThat(drover.calls())
                .containsExactly(
                        "GET /inference_services/" + id,
                        "GET /model_versions/" + three,
                        "PATCH /inference_services/" + id,
                        "POST /inference_services/" + id + "/serves");
        assertThat(drover.registry.requests(Operation.PATCH_RECORD).get(0).body())
                .contains(
                        "\"desiredState\":\"DEPLOYED\"",
                        "\"modelVersionId\":\"" + three + "\"",
                        "customProperties");
        assertThat(drover.patches()).isEqualTo(1);
    }

    private String linked(String model, String version) {
        String uid = drover.createIris(model, version);
        await().until(() -> !drover.link().isEmpty());
        drover.awaitQuiet();
        drover.registry.forgetRequests();
        return uid;
    }

    @Test
    void e3AnotherModel() throws Exception {
        String other = drover.registry.addModel("other");
        drover.start();
        String uid = linked("1", null);
        String old = drover.link();
        drover.label(SyncFixture.MODEL_LABEL, other);
        await().until(() -> !drover.link().equals(old));
        drover.awaitQuiet();
        String now = drover.link();
        assertThat(drover.record(now).path("externalId").asText())
                .isEqualTo("kserve-isvc:" + uid + ":" + other);
        assertThat(drover.record(now).path("name").asText()).isEqualTo("iris/" + uid + "/" + other);
        assertThat(drover.record(now).path("desiredState").asText()).isEqualTo("DEPLOYED");
        assertThat(drover.record(old).path("desiredState").asText()).isEqualTo("UNDEPLOYED");
        assertThat(drover.property(old, "ready_reason")).isEqualTo("Deleted");
        assertThat(drover.patches()).isEqualTo(2);
        assertThat(drover.lines.seen())
                .contains(
                        "INFO Reconciling InferenceService: ml/iris: record %s closed (replaced)"
                                .formatted(old));
    }

    @Test
    void e4LinkedByAnotherController() throws Exception {
        String uid = drover.createIris("1", null);
        String environment = drover.registry.addEnvironment("ml");
        String id =
                drover.registry.add(
                        "inference_services",
                        json(
                                """
                                {"name":"iris/%s","registeredModelId":"1",
                                 "servingEnvironmentId":"%s",
                                 "customProperties":{"theirs":{"metadataType":
                                 "MetadataStringValue","string_value":"kept"}}}\
                                """
                                        .formatted(uid, environment)));
        drover.label(SyncFixture.LINK_LABEL, id);
        drover.start();
        await().until(() -> !drover.record(id).path("externalId").asText().isEmpty());
        drover.awaitQuiet();
        assertThat(drover.registry.requests(Operation.PATCH_RECORD)).hasSize(1);
        assertThat(drover.record(id).path("externalId").asText())
                .isEqualTo("kserve-isvc:" + uid + ":1");
        assertThat(drover.property(id, "theirs")).isEqualTo("kept");
        assertThat(drover.property(id, "cluster")).isEqualTo("c1");
        assertThat(drover.patches()).isZero();
        assertThat(drover.registry.records()).hasSize(1);
        assertThat(drover.reasons()).containsExactly("Linked");
    }

    @Test
    void e6RecordThatIsLost() throws Exception {
        drover.start();
        linked("1", "2");
        String lost = drover.link();
        drover.registry.removeRecord(lost);
        drover.skip(Duration.ofMinutes(21)); // what is remembered of it is too old by now
        drover.look();
        await().until(() -> drover.registry.requests(Operation.HEALTH).size() == 1);
        drover.awaitQuiet();
        assertThat(drover.registry.requests(Operation.CREATE_RECORD)).isEmpty();

        drover.registry.fail(RegistryFault.on(Operation.FIND_RECORD).status(500).times(1));
        drover.skip(Duration.ofSeconds(15));
        drover.look();
        drover.awaitQuiet(); // the count starts anew
        drover.skip(Duration.ofSeconds(16));
        drover.look();
        drover.awaitQuiet();
        assertThat(drover.registry.requests(Operation.CREATE_RECORD)).isEmpty();
        assertThat(drover.link()).isEqualTo(lost);

        drover.skip(Duration.ofSeconds(31));
        drover.look();
        await().until(() -> !drover.link().equals(lost));
        assertThat(drover.registry.records()).hasSize(1);
        assertThat(drover.reasons()).contains("RecordRecreated");
        assertThat(drover.lines.seen())
                .contains(
                        "WARNING Reconciling InferenceService: ml/iris: record %s is gone, recreated as %s"
                                .formatted(lost, drover.link()));
    }

    @Test
    void e9SteadyState() throws Exception {
        drover.start();
        linked("1", "2");
        int patches = drover.patches();
        for (int i = 0; i < 100; i++) {
            drover.status("{\"observedGeneration\":" + i + "}");
        }
        drover.awaitQuiet();
        assertThat(drover.calls()).isEmpty();
        assertThat(drover.patches()).isEqualTo(patches);
    }

    @Test
    void e10AllowList() throws Exception {
        drover.start();
        drover.create("other", "1", null);
        await().until(() -> !drover.link("other").isEmpty());
        drover.awaitQuiet();
        drover.registry.forgetRequests();
        String url = drover.registry.url();
        api(url + "/beside");
        api("http://user@" + url.substring(7));
        assertThat(drover.calls()).isEmpty();
        assertThat(drover.reasons()).contains("RegistryNotAllowed");
        assertThat(drover.registry.records()).hasSize(1);

        drover.annotate(DOMAIN_URL, url + "/");
        await().until(() -> !drover.link().isEmpty());
    }

    private static final String DOMAIN_URL = "modelregistry.opendatahub.io/url";

    /** Creates {@code ml/iris} anew, with this address. */
    private void api(String url) {
        if (drover.api.get("inferenceservices", "ml", "iris").isPresent()) {
            drover.annotate(DOMAIN_URL, url);
        } else {
            drover.api.create(
                    """
                    apiVersion: serving.kserve.io/v1beta1
                    kind: InferenceService
                    metadata:
                      name: iris
                      namespace: ml
                      labels: {modelregistry.opendatahub.io/registered-model-id: "1"}
                      annotations: {modelregistry.opendatahub.io/url: "%s"}
                    spec: {predictor: {}}
                    """
                            .formatted(url));
        }
        drover.awaitQuiet();
    }

    @Test
    void e11Stopped() throws Exception {
        drover.start();
        linked("1", "2");
        String id = drover.link();
        drover.becomeReady();
        await().until(() -> !drover.property(id, "url").isEmpty());
        drover.api.patch(
                "inferenceservices",
                "ml",
                "iris",
                "{\"metadata\":{\"annotations\":{\"serving.kserve.io/stop\":\"true\"}}}");
        drover.status("{\"url\":null}");
        await().until(() -> drover.property(id, "ready_reason").equals("Stopped"));
        await().until(() -> drover.property(id, "url").isEmpty());
        assertThat(drover.record(id).path("desiredState").asText()).isEqualTo("DEPLOYED");

        drover.apply(Map.of("STOPPED", "undeployed"));
        drover.look();
        await().until(() -> drover.record(id).path("desiredState").asText().equals("UNDEPLOYED"));
        drover.annotate("serving.kserve.io/stop", null);
        await().until(() -> drover.record(id).path("desiredState").asText().equals("DEPLOYED"));
    }

    @Test
    void e12OddAbsences() throws Exception {
        drover.start();
        drover.registry.fail(RegistryFault.on(Operation.FIND_RECORD).text(404).times(2));
        drover.createIris("1", "2");
        await().until(() -> drover.reasons().contains("RegistryUnavailable"));
        assertThat(drover.registry.requests(Operation.CREATE_RECORD)).isEmpty();
        await().until(() -> !drover.link().isEmpty());
        assertThat(drover.registry.records()).hasSize(1);
        drover.awaitQuiet();

        String id = drover.link();
        int patches = drover.patches();
        drover.registry.forgetRequests();
        drover.registry.fail(RegistryFault.on(Operation.GET_RECORD).status(404).times(1));
        drover.skip(Duration.ofMinutes(21));
        drover.look();
        await().until(() -> drover.registry.requests(Operation.FIND_RECORD).size() == 1);
        drover.awaitQuiet();
        assertThat(drover.link()).isEqualTo(id);
        assertThat(drover.patches()).isEqualTo(patches);
        assertThat(drover.registry.requests(Operation.PATCH_RECORD)).isEmpty();
        assertThat(drover.registry.requests(Operation.CREATE_RECORD)).isEmpty();
    }

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(text);
        } catch (java.io.IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
