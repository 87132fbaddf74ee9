package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryFault;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From a record to a workload and back (registry.md 11). */
@Timeout(60)
class DeployRoutesTest {
    private static final Map<String, String> ON = Map.of("DEPLOY", "on", "DEPLOY_NAMESPACES", "ml");

    private SyncFixture drover;
    private String environment;
    private String version;

    @AfterEach
    void close() throws Exception {
        drover.close();
    }

    private void start(Map<String, String> keys) throws Exception {
        drover = new SyncFixture(keys);
        drover.api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ml}}");
        drover.registry.addModel("churn");
        addVersion("v1", "s3://models/churn");
        environment = drover.registry.addEnvironment("ml");
    }

    private void addVersion(String name, String uri) {
        version = drover.registry.addVersion("1", name);
        drover.registry.add(
                "model_versions/" + version + "/artifacts",
                WorkedExamplesTest.json(
                        """
                        {"artifactType":"model-artifact","name":"a","uri":"%s",
                         "modelFormatName":"onnx","modelFormatVersion":"1","state":"LIVE"}\
                        """
                                .formatted(uri)));
    }

    private String ask(String properties) {
        return drover.registry.add(
                "inference_services",
                WorkedExamplesTest.json(
                        """
                        {"name":"churn","registeredModelId":"1","modelVersionId":"2",
                         "servingEnvironmentId":"%s","desiredState":"DEPLOYED",
                         "customProperties":{%s}}\
                        """
                                .formatted(environment, properties)));
    }

    private static String optIn() {
        return "\"deployFrom\":{\"metadataType\":\"MetadataStringValue\",\"string_value\":\"registry\"}";
    }

    private JsonNode churn() {
        return drover.workload("churn");
    }

    private boolean exists() {
        return drover.api.get("inferenceservices", "ml", "churn").isPresent();
    }

    private void setState(String id, String state) {
        drover.registry.ask(
                "PATCH",
                "inference_services/" + id,
                "{\"desiredState\":\"%s\",\"customProperties\":%s}"
                        .formatted(state, drover.record(id).path("customProperties")));
    }

    private void walkAgain() throws Exception {
        drover.skip(Duration.ofSeconds(70));
        int before = drover.registry.requests().size();
        drover.sweep();
        await().until(() -> drover.registry.requests().size() > before);
        drover.awaitQuiet();
    }

    @Test
    void makesTheWorkloadAndAdoptsTheRecord() throws Exception {
        start(ON);
        String id = ask(optIn());
        drover.start();
        await().until(this::exists);
        await().until(() -> !drover.record(id).path("externalId").asText().isEmpty());
        drover.awaitQuiet();
        JsonNode churn = churn();
        assertThat(churn.at("/spec/predictor/model/storageUri").asText())
                .isEqualTo("s3://models/churn");
        assertThat(churn.at("/spec/predictor/model/modelFormat/name").asText()).isEqualTo("onnx");
        assertThat(churn.at("/metadata/labels").path(SyncFixture.LINK_LABEL).asText())
                .isEqualTo(id);
        assertThat(churn.at("/metadata/annotations/drover.dev~1deployed-from").asText())
                .isEqualTo("ml/" + id);
        assertThat(drover.record(id).path("externalId").asText())
                .isEqualTo("kserve-isvc:" + churn.at("/metadata/uid").asText() + ":1");
        assertThat(drover.property(id, "deployFrom")).isEqualTo("registry");
        assertThat(drover.registry.records()).hasSize(1);
        assertThat(drover.registry.serveActions())
                .anyMatch(it -> it.path("name").asText().equals("churn/v2/NEW"));
        assertThat(drover.reasons()).contains("DeployedFromRegistry");
        assertThat(drover.patches()).isZero();
        assertThat(drover.counter("drover.registry.deploys", "registry", "ml", "action", "create"))
                .contains(1.0);

        drover.status("churn", "{\"servingRuntimeName\":\"kserve-onnx\",\"url\":\"http://c\"}");
        await().until(() -> drover.property(id, "url").equals("http://c"));
        walkAgain(); // had the record a runtime, it would be written into the workload now
        assertThat(drover.record(id).has("runtime")).isFalse();
        assertThat(drover.patches()).isZero();
    }

    @Test
    void stripsItsLabelsOnceAndFollowsTheVersion() throws Exception {
        start(Map.of("DEPLOY", "on", "DEPLOY_NAMESPACES", "ml", "LINK_LABELS", "strip"));
        String id = ask(optIn());
        drover.start();
        await().until(this::exists);
        await().until(() -> !churn().at("/metadata/labels").has(SyncFixture.MODEL_LABEL));
        walkAgain();
        assertThat(churn().at("/metadata/labels").has(SyncFixture.VERSION_LABEL)).isFalse();
        assertThat(drover.link("churn")).isEqualTo(id);
        assertThat(drover.patches()).isEqualTo(1);

        addVersion("v2", "s3://models/churn2");
        drover.registry.ask(
                "PATCH",
                "inference_services/" + id,
                "{\"desiredState\":null,\"modelVersionId\":\"%s\",\"customProperties\":%s}"
                        .formatted(version, drover.record(id).path("customProperties")));
        walkAgain();
        await().until(() -> place().equals("s3://models/churn2"));
        drover.awaitQuiet();
        assertThat(drover.record(id).path("modelVersionId").asText()).isEqualTo(version);
        assertThat(drover.patches()).isEqualTo(2);
    }

    @Test
    void makesNothingUnlessSwitchedOnOrAskedFor() throws Exception {
        start(Map.of());
        ask(optIn());
        drover.start();
        drover.awaitQuiet();
        assertThat(exists()).isFalse();
    }

    @Test
    void makesNothingOfARecordThatDoesNotAsk() throws Exception {
        start(ON);
        ask("");
        drover.start();
        drover.awaitQuiet();
        assertThat(exists()).isFalse();
    }

    @Test
    void aRecordThatAsksForNothingAnyMoreCostsNoPasses() throws Exception {
        start(ON);
        setState(ask(optIn()), "UNDEPLOYED");
        drover.start();
        walkAgain();
        drover.awaitIdle();
        double before = drover.passes();
        drover.sweep();
        drover.awaitIdle();
        assertThat(drover.passes()).isEqualTo(before);
    }

    @Test
    void removesTheWorkloadWhenTheRecordSaysSoForLong() throws Exception {
        start(ON);
        String id = ask(optIn());
        drover.start();
        await().until(this::exists);
        drover.awaitQuiet();
        setState(id, "UNDEPLOYED");
        walkAgain();
        assertThat(exists()).isTrue(); // seen once
        walkAgain();
        await().until(() -> !exists());
        assertThat(drover.record(id).path("desiredState").asText()).isEqualTo("UNDEPLOYED");
    }

    @Test
    void removesNothingForARegistryThatIsEmptyOrFails() throws Exception {
        start(ON);
        String id = ask(optIn());
        drover.start();
        await().until(this::exists);
        drover.awaitQuiet();
        drover.registry.removeRecord(id);
        walkAgain();
        walkAgain();
        assertThat(exists()).isTrue();
        drover.registry.fail(RegistryFault.everywhere().status(500));
        drover.skip(Duration.ofSeconds(70));
        drover.look("churn");
        drover.awaitQuiet();
        assertThat(exists()).isTrue();
    }

    @Test
    void putsItsFieldsBackThreeTimesAnHour() throws Exception {
        start(ON);
        String id = ask(optIn());
        drover.start();
        await().until(this::exists);
        drover.awaitQuiet();
        for (int i = 0; i < 3; i++) {
            edit();
            await().until(() -> place().equals("s3://models/churn"));
        }
        edit();
        await().until(() -> drover.reasons().contains("DeployContention"));
        assertThat(place()).isEqualTo("s3://theirs");

        drover.becomeReady("churn"); // the record goes on telling how it is
        await().until(() -> drover.property(id, "url").contains("churn"));
    }

    private String place() {
        return churn().at("/spec/predictor/model/storageUri").asText();
    }

    private void edit() {
        drover.api.patch(
                "inferenceservices",
                "ml",
                "churn",
                "{\"spec\":{\"predictor\":{\"model\":{\"storageUri\":\"s3://theirs\"}}}}");
    }

    @Test
    void leavesAWorkloadOfSomebodyElseAlone() throws Exception {
        start(ON);
        ask(optIn());
        drover.create("churn", null, null);
        JsonNode before = churn();
        drover.start();
        await().until(() -> drover.reasons().contains("NameTaken"));
        drover.awaitQuiet();
        assertThat(churn()).isEqualTo(before);
    }

    @Test
    void closesTheRecordOfAWorkloadWhoseNameIsAskedForAndRefused() throws Exception {
        start(ON);
        drover.registry.ask("PATCH", "model_versions/2", "{\"state\":\"ARCHIVED\"}");
        ask(optIn());
        drover.create("churn", "1", null);
        drover.start();
        await().until(() -> !drover.link("churn").isEmpty());
        String own = drover.link("churn");
        await().until(() -> drover.reasons().contains("NameTaken"));
        drover.api.delete("inferenceservices", "ml", "churn");
        await().until(() -> drover.record(own).path("desiredState").asText().equals("UNDEPLOYED"));
        await().until(() -> drover.reasons().contains("DeployRefused"));
        await().until(() -> failed() == 1);
        assertThat(drover.counter("drover.registry.deploys", "registry", "ml", "action", "refused"))
                .contains(1.0);

        drover.withdraw("AT_ML_URL"); // then nobody asks any more
        drover.sweep();
        await().until(() -> failed() == 0);
    }

    private double failed() {
        return drover.meters.get("drover.registry.objects").tag("state", "failed").gauge().value();
    }

    @Test
    void oneOfTwoClustersMakesTheWorkload() throws Exception {
        start(ON);
        String id = ask(optIn());
        drover.start();
        await().until(() -> !drover.record(id).path("externalId").asText().isEmpty());
        try (ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
                SyncFixture other = new SyncFixture(api, drover.registry, elsewhere())) {
            api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ml}}");
            other.start();
            await().until(() -> other.reasons().contains("DeployRefused"));
            assertThat(api.get("inferenceservices", "ml", "churn")).isEmpty();
        }
        assertThat(drover.registry.records()).hasSize(1);
    }

    private static Map<String, String> elsewhere() {
        return Map.of("DEPLOY", "on", "DEPLOY_NAMESPACES", "ml", "CLUSTER", "c2");
    }
}
