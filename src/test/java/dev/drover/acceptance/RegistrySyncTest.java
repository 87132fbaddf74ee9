package dev.drover.acceptance;

import static dev.drover.acceptance.Workloads.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Registry.md 14, E1 and E3, and what becomes of a deletion, with upstream's CRD. */
@RegistryAcceptance
@Timeout(180)
class RegistrySyncTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final RegistrySite site;
    private final Workloads workloads;
    private final String model;
    private final String version;

    RegistrySyncTest(RegistrySite site) {
        this.site = site;
        workloads = site.workloads();
        model = site.registry().addModel("iris");
        version = site.registry().addVersion(model, "v1");
    }

    @Test
    void linksUpdatesAndClosesARecordWithOneWriteToTheWorkload() {
        DroverProcess drover = site.pod("a").start().awaitLeading();
        String uid = workloads.create("first", labels(model, version));
        String id = workloads.awaitLink("first");
        ObjectNode record = site.record(id);
        assertThat(record.path("name").asText()).isEqualTo("first/" + uid);
        assertThat(record.path("externalId").asText())
                .isEqualTo("kserve-isvc:" + uid + ":" + model);
        assertThat(site.property(id, "revision")).isEqualTo("generation-1");
        assertThat(site.property(id, "cluster"))
                .isEqualTo(
                        site.api()
                                .get("/api/v1/namespaces/kube-system")
                                .expect(200)
                                .at("/metadata/uid"));
        assertThat(workloads.get("first").at("/metadata/annotations/drover.dev~1registry").asText())
                .contains("\"record\":\"" + id + "\"");
        await().until(() -> site.writesTo("first") == 1);
        drover.awaitLog("linked to record " + id + " of ml (created)");

        String other = site.registry().addModel("other"); // E3
        workloads.refer("first", other, site.registry().addVersion(other, "v1"));
        await().atMost(SOON).until(() -> !workloads.link("first").equals(id));
        await().until(() -> site.state(id).equals("UNDEPLOYED"));
        String now = workloads.link("first");
        assertThat(site.state(now)).isEqualTo("DEPLOYED");

        workloads.delete("first");
        await().until(() -> site.state(now).equals("UNDEPLOYED"));
        assertThat(site.denied()).isEmpty();
        assertThat(drover.logLines(" ERROR ")).isEmpty();
    }

    /** As the API server keeps them, with the defaults that the CRD gives. */
    @Test
    void recordsEveryShapeOfPredictor() {
        DroverProcess drover = site.pod("a").start().awaitLeading();
        create("custom", "{containers: [{name: kserve-container, image: quay.io/a/server:1}]}");
        create("custom-unnamed", "{containers: [{name: mine, image: quay.io/a/mine:1}]}");
        create("legacy", "{sklearn: {storageUri: s3://b/old}}");
        create("empty", "{}, transformer: {containers: [{name: t, image: quay.io/a/t:1}]}");
        create(
                "nodes",
                "{model: {modelFormat: {name: huggingface}, storageUri: 'pvc://p/m'},"
                        + " workerSpec: {pipelineParallelSize: 2,"
                        + " containers: [{name: worker-container, image: quay.io/a/worker:1}]}}");
        create("stored", "{model: {modelFormat: {name: onnx}, storage: {key: k, path: models/m}}}");
        create(
                "private",
                "{minReplicas: 2, model: {modelFormat: {name: onnx, version: '1'}, runtime: ovms,"
                        + " storageUri: 'https://me:secret@host/m?sig=abc#x'}}");

        assertThat(recorded("custom")).isEqualTo("quay.io/a/server:1,,");
        assertThat(recorded("custom-unnamed")).isEqualTo("quay.io/a/mine:1,,");
        assertThat(recorded("legacy")).isEqualTo("sklearn,sklearn,s3://b/old");
        assertThat(recorded("empty")).isEqualTo(",,");
        assertThat(recorded("nodes")).isEqualTo(",huggingface,pvc://p/m");
        assertThat(recorded("stored")).isEqualTo(",onnx,k:models/m");
        assertThat(recorded("private")).isEqualTo("ovms,onnx,https://host/m");
        assertThat(site.record(workloads.link("private")).at("/customProperties/min_replicas"))
                .hasToString("{\"metadataType\":\"MetadataIntValue\",\"int_value\":\"2\"}");
        assertThat(site.registry().records())
                .extracting(it -> it.at("/customProperties/ready_reason/string_value").asText())
                .containsOnly("NoStatus");
        assertThat(drover.logLines(" ERROR ")).isEmpty();
    }

    private void create(String name, String predictor) {
        workloads.create(name, labels(model, version), predictor);
    }

    /** Runtime, format and place in its record. */
    private String recorded(String name) {
        String id = workloads.awaitLink(name);
        return String.join(
                ",",
                site.record(id).path("runtime").asText(),
                site.property(id, "model_format"),
                site.property(id, "storage_uri"));
    }

    @Test
    void whatWentWhileTheRegistryWasAwayIsSettledByADroverThatStartedMeanwhile()
            throws IOException {
        DroverProcess first = site.pod("a").start().awaitLeading();
        workloads.create("gone", labels(model, version));
        workloads.create("stays", labels(model, version));
        String gone = workloads.awaitLink("gone");
        String stays = workloads.awaitLink("stays");
        String next = site.registry().addVersion(model, "v2");
        site.registry().refuse();
        workloads.delete("gone");
        workloads.label("stays", "model-version-id", next);
        first.kill();
        site.installation().freeLeases();

        DroverProcess second = site.pod("b").start().awaitLeading().awaitReady();
        second.awaitLog("registry ml unavailable");
        workloads.create("new", labels(model, version));
        await().atMost(SOON).until(() -> workloads.reasons().contains("RegistryUnavailable"));
        for (String page : List.of("/", "/api/v1/flows/registry")) {
            assertThat(second.status(URI.create(page)))
                    .contains(site.registry().url(), "unavailable for", "last failure");
        }
        assertThat(workloads.link("stays")).isEqualTo(stays);
        site.registry().listen();

        await().atMost(Duration.ofSeconds(60))
                .until(() -> site.record(stays).path("modelVersionId").asText().equals(next));
        workloads.awaitLink("new");
        await().atMost(SOON).until(() -> site.state(gone).equals("UNDEPLOYED"));
        assertThat(site.registry().records()).hasSize(3);
        assertThat(second.logLines(" ERROR ")).isEmpty();
    }
}
