package dev.drover.acceptance;

import static dev.drover.acceptance.Workloads.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several writers at one workload, and a writer that dies at every write: one record each. */
@RegistryAcceptance
@Timeout(240)
class RegistryRacesTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final RegistrySite site;
    private final Workloads workloads;
    private final String model;
    private final String version;

    RegistryRacesTest(RegistrySite site) {
        this.site = site;
        workloads = site.workloads();
        model = site.registry().addModel("iris");
        version = site.registry().addVersion(model, "v1");
    }

    /** Without election both Drovers decide at once, as two do for a moment at a bad hand-over. */
    @Test
    void twoDroversAndAForeignControllerMakeOneRecord() {
        List<DroverProcess> both = List.of(unelected("a").start(), unelected("b").start());
        both.forEach(DroverProcess::awaitReady);
        ForeignController foreign = new ForeignController(site.registry(), workloads);
        Map<String, String> uids = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            String name = "iris-" + i;
            String uid = workloads.create(name, labels(model, version));
            uids.put(name, uid);
            if (i % 2 == 0) {
                foreign.link(name, uid, model, version);
            }
        }
        uids.forEach(
                (name, uid) -> {
                    String id = "kserve-isvc:" + uid + ":" + model;
                    await(name)
                            .atMost(SOON)
                            .until(
                                    () ->
                                            !workloads.link(name).isEmpty()
                                                    && externalId(workloads.link(name)).equals(id));
                });

        assertThat(site.registry().records()).hasSize(20);
        assertThat(site.registry().records())
                .allMatch(it -> it.path("desiredState").asText().equals("DEPLOYED"));
        assertThat(site.registry().environments()).hasSize(1);
        both.forEach(drover -> assertThat(drover.logLines(" ERROR ")).isEmpty());
    }

    private DroverProcess.Launch unelected(String name) {
        return site.pod(name).with("DROVER_LEADER_ELECTION", "false");
    }

    private String externalId(String record) {
        return site.record(record).path("externalId").asText();
    }

    /** Its whole life: linked, of another model, gone. */
    @Test
    void aLifeInWhichEveryWriteKillsTheWriterEndsAsAnUndisturbedOne() {
        String other = site.registry().addModel("other");
        workloads.create("bystander", "a: b"); // no orphan is believed in where nothing lives
        MortalDrover mortal = new MortalDrover(site.registry(), () -> unelected("a"));
        live("mortal", other, mortal);
        assertThat(mortal.deaths()).isGreaterThanOrEqualTo(11);
        mortal.end();
        site.registry().heal();
        unelected("b").start().awaitReady();
        live("calm", other, condition -> await().atMost(SOON).until(condition::getAsBoolean));
        assertThat(records("mortal")).isEqualTo(records("calm")).hasSize(2);
    }

    private void live(String name, String other, Patience patience) {
        workloads.create(name, labels(model, version));
        patience.until(() -> !workloads.link(name).isEmpty());
        String first = workloads.link(name);
        patience.pause();
        workloads.refer(name, other, null);
        patience.until(() -> !workloads.link(name).equals(first));
        patience.until(() -> site.state(first).equals("UNDEPLOYED"));
        String second = workloads.link(name);
        workloads.delete(name);
        patience.until(() -> site.state(second).equals("UNDEPLOYED"));
    }

    /** What is recorded of this workload, without what differs from one to the other. */
    private List<String> records(String name) {
        return site.registry().records().stream()
                .filter(it -> it.path("name").asText().startsWith(name + "/"))
                .map(it -> neutral(it, name))
                .collect(Collectors.toList());
    }

    private static String neutral(ObjectNode record, String name) {
        record.remove(List.of("id", "createTimeSinceEpoch", "lastUpdateTimeSinceEpoch"));
        String uid = text(record.at("/customProperties/uid"));
        return record.toString().replace(uid, "<uid>").replace(name, "<name>");
    }

    private static String text(JsonNode property) {
        return property.path("string_value").asText();
    }
}
