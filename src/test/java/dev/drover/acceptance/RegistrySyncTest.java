package dev.drover.acceptance;

import static dev.drover.acceptance.Workloads.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
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

    @Test
    void whatWentWhileTheRegistryWasAwayIsSettledByADroverThatStartedMeanwhile() {
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
