package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import dev.drover.sandbox.controlplane.RealApi;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** E1, E3, E4 and E6 of registry.md 14 on a real API server with upstream's CRD. */
@RealApi
@Timeout(180)
class RegistrySyncTest {
    private static RegistrySite site;
    private static String model;
    private static String version;

    @BeforeAll
    static void install() {
        site = new RegistrySite();
        model = site.registry.addModel("iris");
        version = site.registry.addVersion(model, "v1");
    }

    @AfterAll
    static void close() {
        site.close();
    }

    @AfterEach
    void stop() {
        site.stop();
    }

    @Test
    void linksUpdatesAndClosesARecordWithOneWriteToTheWorkload() {
        DroverProcess drover = site.start().awaitLeading();
        String uid = site.create("first", RegistrySite.labels(model, version));
        String id = site.awaitLink("first");
        ObjectNode record = site.record(id);
        assertThat(record.path("name").asText()).isEqualTo("first/" + uid);
        assertThat(record.path("externalId").asText())
                .isEqualTo("kserve-isvc:" + uid + ":" + model);
        assertThat(record.at("/customProperties/revision/string_value").asText())
                .isEqualTo("generation-1");
        assertThat(record.at("/customProperties/cluster/string_value").asText())
                .isEqualTo(
                        site.api()
                                .get("/api/v1/namespaces/kube-system")
                                .expect(200)
                                .at("/metadata/uid"));
        assertThat(site.get("first").at("/metadata/annotations/drover.dev~1registry").asText())
                .contains("\"record\":\"" + id + "\"");
        await().until(() -> writesTo("first") == 1);
        drover.awaitLog("linked to record " + id + " of ml (created)");

        String other = site.registry.addModel("other"); // E3
        site.label("first", "registered-model-id", other);
        site.label("first", "model-version-id", site.registry.addVersion(other, "v1"));
        await().atMost(Duration.ofSeconds(20)).until(() -> !site.link("first").equals(id));
        await().until(() -> state(id).equals("UNDEPLOYED"));
        String now = site.link("first");
        assertThat(state(now)).isEqualTo("DEPLOYED");

        site.delete("first");
        await().until(() -> state(now).equals("UNDEPLOYED"));
        assertThat(site.denied()).isEmpty();
        assertThat(drover.logLines(" ERROR ")).isEmpty();
    }

    @Test
    void adoptsWhatAnotherControllerHasLinked() throws Exception {
        String uid = site.create("adopted", RegistrySite.labels(model, version));
        String environment =
                site.registry.environments().stream()
                        .filter(it -> it.path("name").asText().equals("ml"))
                        .map(it -> it.path("id").asText())
                        .findFirst()
                        .orElseGet(() -> site.registry.addEnvironment("ml"));
        String id =
                site.registry.add(
                        "inference_services",
                        (ObjectNode)
                                new ObjectMapper()
                                        .readTree(
                                                """
                                                {"name":"adopted/%s","registeredModelId":"%s",
                                                 "modelVersionId":"%s","servingEnvironmentId":"%s"}\
                                                """
                                                        .formatted(
                                                                uid, model, version, environment)));
        site.label("adopted", "inference-service-id", id);
        site.start().awaitLeading();
        await().until(() -> !site.record(id).path("externalId").asText().isEmpty());
        await().during(Duration.ofSeconds(1)).until(() -> writesTo("adopted") == 0);
        site.delete("adopted");
    }

    @Test
    void makesALostRecordAnewOnlyOnceItIsSurelyLost() {
        site.start("DROVER_REGISTRY_SWEEP_INTERVAL=1m").awaitLeading();
        site.create("lost", RegistrySite.labels(model, version));
        String id = site.awaitLink("lost");
        site.registry.removeRecord(id);
        int before = site.registry.requests(Operation.CREATE_RECORD).size();
        await().atMost(Duration.ofSeconds(80)) // the next walk misses it
                .until(() -> !site.registry.requests(Operation.HEALTH).isEmpty());
        assertThat(site.registry.requests(Operation.CREATE_RECORD)).hasSize(before);
        await().atMost(Duration.ofSeconds(45)).until(() -> !site.link("lost").equals(id));
        assertThat(site.registry.requests(Operation.CREATE_RECORD)).hasSize(before + 1);
        site.delete("lost");
    }

    private static long writesTo(String name) {
        return site.writes().stream().filter(it -> it.name().equals(name)).count();
    }

    private static String state(String id) {
        return site.record(id).path("desiredState").asText();
    }
}
