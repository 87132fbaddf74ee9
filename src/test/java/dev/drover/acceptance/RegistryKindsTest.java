package dev.drover.acceptance;

import static dev.drover.acceptance.Workloads.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.RawApi;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kinds that the cluster does not serve yet, the optional one among them. */
@RegistryAcceptance
@Timeout(180)
class RegistryKindsTest {
    private static final Duration CRDS_ARE_SEEN = Duration.ofSeconds(60);

    private final RegistrySite site;

    RegistryKindsTest(RegistrySite site) {
        this.site = site;
    }

    @Test
    void idlesWithoutItsKindsAndStartsOnceTheyAreServed() {
        String model = site.registry().addModel("iris");
        String version = site.registry().addVersion(model, "v1");
        site.withoutWorkloads();
        site.installation().adopt("deploy/overlays/registry-llm");
        DroverProcess drover =
                site.pod("a")
                        .with("DROVER_REGISTRY_KINDS", "inferenceservices,llminferenceservices")
                        .start()
                        .awaitReady()
                        .awaitLog("llminferenceservices.serving.kserve.io")
                        .awaitLog(" inferenceservices.serving.kserve.io");
        assertThat(drover.live()).isTrue();
        assertThat(site.registry().requests()).isEmpty();

        site.plane()
                .install(
                        RegistrySite.crd("llminferenceservices_minimal"),
                        RegistrySite.crd("inferenceservices_minimal"));
        Workloads workloads = site.workloadsOfAnyShape();
        workloads.create("iris", labels(model, version));
        String path =
                "/apis/serving.kserve.io/v1alpha2/namespaces/%s/llminferenceservices"
                        .formatted(workloads.namespace());
        String uid =
                site.api()
                        .post(
                                path,
                                """
                                apiVersion: serving.kserve.io/v1alpha2
                                kind: LLMInferenceService
                                metadata: {name: chat, labels: {%s}}
                                spec: {replicas: 2, model: {uri: "hf://org/llama", name: org/llama}}
                                """
                                        .formatted(labels(model, version)))
                        .expect(201)
                        .at("/metadata/uid");
        await().atMost(CRDS_ARE_SEEN)
                .until(() -> !workloads.link("iris").isEmpty() && !link(path).isEmpty());
        String id = link(path);
        assertThat(site.record(id).path("externalId").asText())
                .isEqualTo("kserve-llmisvc:" + uid + ":" + model);
        assertThat(site.property(id, "storage_uri")).isEqualTo("hf://org/llama");
        assertThat(site.property(id, "model_name")).isEqualTo("org/llama");

        site.api()
                .patch(
                        path + "/chat/status",
                        RawApi.MERGE_PATCH,
                        """
                        {"status": {"url": "http://chat.example.com", "addresses": [
                          {"url": "http://chat.ml.svc.cluster.local"}],
                         "conditions": [{"type": "Ready", "status": "True",
                          "lastTransitionTime": "2026-11-30T09:12:31Z"}]}}\
                        """)
                .expect(200);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> site.property(id, "url").equals("http://chat.example.com"));
        assertThat(site.property(id, "internal_url")).isEqualTo("http://chat.ml.svc.cluster.local");
        site.api().delete(path + "/chat").expect(200);
        await().until(() -> site.state(id).equals("UNDEPLOYED"));
        assertThat(site.denied()).isEmpty();
        assertThat(drover.logLines(" ERROR ")).isEmpty();
    }

    private String link(String path) {
        return site.api()
                .get(path + "/chat")
                .body()
                .at("/metadata/labels/modelregistry.opendatahub.io~1inference-service-id")
                .asText();
    }
}
