package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import java.util.ArrayList;
import java.util.List;
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
}
