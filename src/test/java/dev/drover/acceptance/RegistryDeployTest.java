package dev.drover.acceptance;

import static dev.drover.acceptance.Workloads.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.registry.api.Operation;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * From a record to a workload and back, with the rights of the overlay that ships it; and what is
 * believed only when it was seen twice: a record that is lost, a record that wants its workload
 * gone.
 */
@RegistryAcceptance
@Timeout(240)
class RegistryDeployTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final RegistrySite site;
    private final Workloads workloads;
    private final String model;
    private final String version;

    RegistryDeployTest(RegistrySite site) {
        this.site = site;
        workloads = site.workloads();
        model = site.registry().addModel("churn");
        version = site.registry().addVersion(model, "v1");
        site.registry()
                .add(
                        "model_versions/" + version + "/artifacts",
                        PublishedWorkload.json(
                                """
                                {"artifactType":"model-artifact","name":"a","uri":"s3://models/churn",
                                 "modelFormatName":"onnx","modelFormatVersion":"1","state":"LIVE"}\
                                """));
    }

    @Test
    void aRecordBecomesAWorkloadAndNothingIsRemovedOrMadeAnewAtFirstSight() {
        site.installation().adopt("deploy/overlays/registry-deploy");
        String asked = ask();
        workloads.create("lost", labels(model, version));
        workloads.create("churn-of-theirs", "a: b");
        DroverProcess first = deploying("a").start().awaitLeading();
        await().atMost(SOON).until(() -> workloads.exists("churn"));
        await().atMost(SOON).until(() -> !site.record(asked).path("externalId").asText().isEmpty());
        String lost = workloads.awaitLink("lost");
        JsonNode churn = workloads.get("churn");
        assertThat(churn.at("/spec/predictor/model/storageUri").asText())
                .isEqualTo("s3://models/churn");
        assertThat(workloads.link("churn")).isEqualTo(asked);
        assertThat(site.record(asked).path("externalId").asText())
                .isEqualTo("kserve-isvc:" + churn.at("/metadata/uid").asText() + ":" + model);
        assertThat(site.registry().records()).as("the forward direction adopts it").hasSize(2);
        assertThat(site.writesTo("churn")).isEqualTo(1);

        first.kill();
        site.installation().freeLeases();
        setState(asked, "UNDEPLOYED");
        site.registry().removeRecord(lost);
        DroverProcess second = deploying("b").start().awaitLeading(); // a first walk at once
        await().atMost(SOON).until(() -> !site.registry().requests(Operation.HEALTH).isEmpty());
        assertThat(workloads.link("lost")).isEqualTo(lost);
        await().atMost(Duration.ofSeconds(50)).until(() -> !workloads.link("lost").equals(lost));
        assertThat(workloads.exists("churn")).isTrue();
        await().atMost(Duration.ofSeconds(90)).until(() -> !workloads.exists("churn"));

        assertThat(site.state(asked)).isEqualTo("UNDEPLOYED");
        assertThat(workloads.reasons())
                .contains("DeployedFromRegistry", "RecordRecreated")
                .doesNotContain("DeployRefused");
        assertThat(site.writes()).extracting(AuditRecord::name).doesNotContain("churn-of-theirs");
        assertThat(site.denied()).isEmpty();
        assertThat(second.logLines(" ERROR ")).isEmpty();
    }

    private DroverProcess.Launch deploying(String name) {
        return site.pod(name)
                .with("DROVER_REGISTRY_DEPLOY", "on")
                .with("DROVER_REGISTRY_DEPLOY_NAMESPACES", workloads.namespace());
    }

    private String ask() {
        return site.registry()
                .add(
                        "inference_services",
                        PublishedWorkload.json(
                                """
                                {"name":"churn","registeredModelId":"%s","modelVersionId":"%s",
                                 "servingEnvironmentId":"%s","desiredState":"DEPLOYED",
                                 "customProperties":{"deployFrom":
                                  {"metadataType":"MetadataStringValue","string_value":"registry"}}}\
                                """
                                        .formatted(
                                                model,
                                                version,
                                                site.registry()
                                                        .addEnvironment(workloads.namespace()))));
    }

    private void setState(String id, String state) {
        site.registry()
                .ask(
                        "PATCH",
                        "inference_services/" + id,
                        "{\"desiredState\":\"%s\",\"customProperties\":%s}"
                                .formatted(state, site.record(id).path("customProperties")));
    }
}
