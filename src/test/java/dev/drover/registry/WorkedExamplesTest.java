package dev.drover.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import java.time.Duration;
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

    private static final String TEXT =
            "{\"metadataType\":\"MetadataStringValue\",\"string_value\":";

    /** What was sent with the only request of this kind. */
    private ObjectNode body(Operation operation) {
        var all = drover.registry.requests(operation);
        assertThat(all).hasSize(1);
        return json(all.get(0).body());
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
        assertThat(body(Operation.CREATE_ENVIRONMENT)).isEqualTo(json("{\"name\":\"ml\"}"));
        assertThat(body(Operation.CREATE_RECORD))
                .isEqualTo(
                        json(
                                """
                                {"name":"iris/%1$s","externalId":"kserve-isvc:%1$s:1",
                                 "registeredModelId":"1","modelVersionId":"2",
                                 "servingEnvironmentId":"3","desiredState":"DEPLOYED",
                                 "customProperties":{
                                  "model_format":%2$s"sklearn"},
                                  "storage_uri":%2$s"s3://b/iris"},
                                  "revision":%2$s"generation-1"},
                                  "ready":{"metadataType":"MetadataBoolValue","bool_value":false},
                                  "ready_reason":%2$s"NoStatus"},
                                  "uid":%2$s"%1$s"},
                                  "namespace":%2$s"ml"},
                                  "name":%2$s"iris"},
                                  "kind":%2$s"InferenceService"},
                                  "cluster":%2$s"c1"}}}\
                                """
                                        .formatted(uid, TEXT)));
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
        ObjectNode patch = body(Operation.PATCH_RECORD);
        assertThat(patch.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("desiredState", "customProperties");
        assertThat(patch.at("/customProperties/url/string_value").asText())
                .isEqualTo("http://iris.ml.example.com");
        assertThat(patch.at("/customProperties/ready/bool_value").asBoolean()).isTrue();
        assertThat(patch.at("/customProperties").has("ready_reason")).isFalse();
        assertThat(drover.registry.serveActions().get(0).path("name").asText())
                .isEqualTo("iris/" + uid + "/v2/RUNNING");
        assertThat(drover.patches()).isEqualTo(1);
    }

    @Test
    void e2AnotherVersion() throws Exception {
        String three = drover.registry.addVersion("1", "v2");
        drover.start();
        String uid = linked("1", "2");
        String id = drover.link();
        ObjectNode before = drover.record(id);
        drover.label(SyncFixture.VERSION_LABEL, three);
        await().until(() -> !drover.registry.serveActions().isEmpty());
        assertThat(drover.calls())
                .containsExactly(
                        "GET /inference_services/" + id,
                        "GET /model_versions/" + three,
                        "PATCH /inference_services/" + id,
                        "POST /inference_services/" + id + "/serves");
        ObjectNode patch = body(Operation.PATCH_RECORD);
        assertThat(patch.path("desiredState").asText()).isEqualTo("DEPLOYED");
        assertThat(patch.path("modelVersionId").asText()).isEqualTo(three);
        assertThat(patch.path("customProperties")).isEqualTo(before.path("customProperties"));
        assertThat(patch).hasSize(3);
        assertThat(drover.registry.serveActions().get(0).path("name").asText())
                .isEqualTo("iris/" + uid + "/v2/COMPLETE");
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
        String environment = drover.record(old).path("servingEnvironmentId").asText();
        assertThat(drover.calls())
                .containsExactly(
                        "GET /inference_services/" + old,
                        "GET /inference_service?externalId=kserve-isvc%3A" + uid + "%3A" + other,
                        "GET /inference_service?name=iris%2F"
                                + uid
                                + "%2F"
                                + other
                                + "&parentResourceId="
                                + environment,
                        "GET /registered_models/" + other,
                        "POST /inference_services",
                        "PATCH /inference_services/" + old);
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
        assertThat(body(Operation.PATCH_RECORD).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("desiredState", "externalId", "customProperties");
        assertThat(drover.record(id).path("externalId").asText())
                .isEqualTo("kserve-isvc:" + uid + ":1");
        assertThat(drover.property(id, "theirs")).isEqualTo("kept");
        assertThat(drover.property(id, "cluster")).isEqualTo("c1");
        assertThat(drover.patches()).isZero();
        assertThat(drover.registry.records()).hasSize(1);
        assertThat(drover.reasons()).containsExactly("Linked");
    }

    @Test
    void e5Breaker() throws Exception {
        try (RegistryDouble second = RegistryDouble.start()) {
            second.addModel("iris");
            drover.apply(Map.of("AT_OTHER_URL", second.url(), "DEFAULT", "ml"));
            drover.start();
            linked("1", "2");
            drover.registry.fail(RegistryFault.everywhere().text(503));
            for (int i = 0; i < 30; i++) {
                drover.create("iris-" + i, "1", "2");
            }
            drover.liveUntil(
                    () -> breaker() == OPEN, Duration.ofSeconds(1), Duration.ofSeconds(30));
            int asked = drover.registry.requests().size();
            assertThat(asked).as("and those under way when it opened").isBetween(5, 8);

            drover.live(Duration.ZERO); // from now on it is open
            drover.live(Duration.ofSeconds(29));
            assertThat(drover.registry.requests()).hasSize(asked);
            drover.api.patch("inferenceservices", "ml", "iris-0", OTHER);
            await().until(() -> !drover.link("iris-0").isEmpty());
            assertThat(second.records()).as("meanwhile").hasSize(1);

            drover.live(Duration.ofSeconds(5));
            assertThat(drover.registry.requests()).as("two probes").hasSize(asked + 2);
            assertThat(breaker()).isEqualTo(OPEN);

            drover.registry.heal();
            drover.live(Duration.ZERO);
            drover.live(Duration.ofSeconds(30));
            drover.liveUntil(() -> breaker() == 0, Duration.ofMillis(100), Duration.ofSeconds(5));
            drover.liveUntil(
                    () -> drover.registry.records().size() == 30,
                    Duration.ofMillis(500),
                    Duration.ofSeconds(10));
        }
    }

    private static final double OPEN = 2;
    private static final String OTHER =
            "{\"metadata\":{\"labels\":{\"modelregistry.opendatahub.io/name\":\"other\","
                    + "\"modelregistry.opendatahub.io/model-version-id\":null}}}";

    private double breaker() {
        return drover.meters
                .get("drover.registry.breaker.state")
                .tag("registry", "ml")
                .gauge()
                .value();
    }

    @Test
    void e8Caps() throws Exception {
        drover.start();
        linked("1", "2");
        drover.status(
                "{\"modelStatus\":{\"lastFailureInfo\":{\"reason\":\"ModelLoadFailed\",\"message\":\"%s\"}}}"
                        .formatted("x".repeat(4096)));
        String id = drover.link();
        await().until(() -> !drover.property(id, "last_failure").isEmpty());
        assertThat(drover.property(id, "last_failure"))
                .isEqualTo("ModelLoadFailed: " + "x".repeat(1004) + "…")
                .satisfies(it -> assertThat(it.getBytes(UTF_8)).hasSize(1024));
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
        drover.label("modelregistry.opendatahub.io/namespace", "team-a");
        drover.annotate(DOMAIN_URL, null);
        drover.awaitQuiet();
        assertThat(drover.link()).isEmpty();
        assertThat(drover.registry.requests()).isEmpty();
        assertThat(drover.reasons().stream().filter("RegistryNotAllowed"::equals)).hasSize(1);
        assertThat(drover.registry.records()).hasSize(1);

        drover.annotate(DOMAIN_URL, url.replace("http", "HTTP") + "/");
        await().until(() -> !drover.link().isEmpty());
    }

    private static final String DOMAIN_URL = "modelregistry.opendatahub.io/url";

    /** Creates {@code ml/iris} anew, with this address. */
    private void api(String url) {
        if (drover.api.get("inferenceservices", "ml", "iris").isPresent()) {
            drover.annotate(DOMAIN_URL, url);
        } else {
            drover.declare(
                    "iris",
                    "modelregistry.opendatahub.io/registered-model-id: \"1\"",
                    "%s: \"%s\"".formatted(DOMAIN_URL, url));
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
        assertThat(drover.record(id).at("/customProperties/ready/bool_value").asBoolean())
                .isFalse();

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
        long probes = probes();
        drover.createIris("1", "2");
        await().until(() -> drover.reasons().contains("RegistryUnavailable"));
        assertThat(drover.registry.requests(Operation.CREATE_RECORD)).isEmpty();
        assertThat(probes()).isGreaterThan(probes);
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

    private long probes() {
        return drover.registry.requests().stream()
                .filter(it -> it.toString().contains("/registered_models?pageSize=1"))
                .count();
    }

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(text);
        } catch (java.io.IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
