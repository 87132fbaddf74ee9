package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
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

    @AfterEach
    void close() throws Exception {
        drover.close();
    }

    private void start(Map<String, String> keys) throws Exception {
        drover = new SyncFixture(keys);
        drover.api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ml}}");
        drover.registry.addModel("churn");
        drover.registry.addVersion("1", "v1");
        drover.registry.add(
                "model_versions/2/artifacts",
                WorkedExamplesTest.json(
                        """
                        {"artifactType":"model-artifact","name":"a","uri":"s3://models/churn",
                         "modelFormatName":"onnx","modelFormatVersion":"1","state":"LIVE"}\
                        """));
        environment = drover.registry.addEnvironment("ml");
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

    private void walkAgain() {
        drover.skip(Duration.ofSeconds(70));
        int before = drover.registry.requests().size();
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
        ask(optIn());
        drover.start();
        await().until(this::exists);
        drover.awaitQuiet();
        for (int i = 0; i < 3; i++) {
            edit();
            await().until(
                            () ->
                                    churn().at("/spec/predictor/model/storageUri")
                                            .asText()
                                            .equals("s3://models/churn"));
        }
        edit();
        await().until(() -> drover.reasons().contains("DeployContention"));
        assertThat(churn().at("/spec/predictor/model/storageUri").asText())
                .isEqualTo("s3://theirs");
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
}
