package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.intents.Notice;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * What people see of what is done about workloads (registry.md 12): the line of the log, the Event,
 * the series. What concerns registries is in {@link ServiceRoutesTest}, deletions in {@link
 * FinalizerRoutesTest}, sweeps in {@link SweepRoutesTest}.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NoticeRoutesTest {
    private static final String DOMAIN = "modelregistry.opendatahub.io/";

    private final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    private final RegistryDouble registry = RegistryDouble.start();
    private SyncFixture drover;

    @BeforeAll
    void start() throws Exception {
        registry.addModel("iris"); // 1
        registry.addVersion("1", "v1"); // 2
        registry.addVersion("1", "v2"); // 3
        drover = new SyncFixture(api, registry, Map.of("LINK_RATE", "600")).start();
        drover.lines.debug();
        registry.fail(RegistryFault.everywhere().header("Sunset", "Wed, 31 Dec 2031 23:59:59 GMT"));
    }

    @AfterAll
    void stop() throws Exception {
        drover.close();
        api.close();
        registry.close();
    }

    private String linked(String name) {
        drover.create(name, "1", "2");
        await().until(() -> !drover.link(name).isEmpty());
        drover.awaitIdle();
        return drover.link(name);
    }

    private void label(String name, String key, String value) {
        String json = value == null ? "null" : "\"" + value + "\"";
        api.patch(
                "inferenceservices",
                "ml",
                name,
                "{\"metadata\":{\"labels\":{\"%s%s\":%s}}}".formatted(DOMAIN, key, json));
    }

    private void awaitSaid(String name, String level, String text) {
        String line = "%s Reconciling InferenceService: ml/%s: %s".formatted(level, name, text);
        await().untilAsserted(() -> assertThat(drover.lines.seen()).contains(line));
    }

    private void awaitEvent(String name, Notice.Type type, String reason) {
        await().until(
                        () ->
                                drover.events.stream()
                                        .anyMatch(
                                                it ->
                                                        it.regarding().name().equals(name)
                                                                && it.type() == type
                                                                && it.reason().equals(reason)));
    }

    private double count(String meter, String... tags) {
        return drover.counter(meter, tags).orElse(0.0);
    }

    @Test
    void aRecordThatIsCreatedFoundOrAdopted() {
        String id = linked("created");
        awaitSaid("created", "INFO", "linked to record %s of ml (created)".formatted(id));
        awaitEvent("created", Notice.Type.NORMAL, "Linked");

        label("created", "inference-service-id", null);
        awaitSaid("created", "INFO", "linked to record %s of ml (found)".formatted(id));

        String uid = drover.create("adopted", null, null);
        String environment = drover.record(id).path("servingEnvironmentId").asText();
        String other =
                registry.add(
                        "inference_services",
                        WorkedExamplesTest.json(
                                """
                                {"name":"adopted/%s","registeredModelId":"1",
                                 "servingEnvironmentId":"%s"}\
                                """
                                        .formatted(uid, environment)));
        label("adopted", "registered-model-id", "1");
        awaitSaid("adopted", "INFO", "linked to record %s of ml (adopted)".formatted(other));
        awaitEvent("adopted", Notice.Type.NORMAL, "Linked");
    }

    @Test
    void anotherVersionAndOtherProperties() {
        String id = linked("updated");
        drover.becomeReady("updated");
        awaitSaid("updated", "FINE", "record %s: url, ready, ready_reason".formatted(id));
        label("updated", "model-version-id", "3");
        awaitSaid("updated", "INFO", "record %s: version 2 -> 3".formatted(id));
        awaitEvent("updated", Notice.Type.NORMAL, "VersionChanged");
        label("updated", "model-version-id", null);
        awaitEvent("updated", Notice.Type.NORMAL, "VersionUnpinned");
        awaitSaid(
                "updated",
                "INFO",
                "record %s: no label names a version any more; it keeps 3".formatted(id));
    }

    @Test
    void aRecordThatIsClosed() {
        String id = linked("unlinked");
        api.patch(
                "inferenceservices",
                "ml",
                "unlinked",
                "{\"metadata\":{\"labels\":{\"%1$sregistered-model-id\":null,\"%1$smodel-version-id\":null,\"%1$sinference-service-id\":null}}}"
                        .formatted(DOMAIN));
        awaitSaid("unlinked", "INFO", "record %s closed (unlinked)".formatted(id));
        awaitSaid("unlinked", "INFO", "unlinked: no label asks for a record");
        awaitEvent("unlinked", Notice.Type.NORMAL, "RecordClosed");
        awaitEvent("unlinked", Notice.Type.NORMAL, "Unlinked");

        String gone = linked("gone");
        api.delete("inferenceservices", "ml", "gone");
        awaitSaid("gone", "INFO", "record %s closed (deleted)".formatted(gone));
        await().until(() -> count("drover.registry.closed", "cause", "deleted") == 1);
        assertThat(count("drover.registry.closed", "cause", "unlinked")).isEqualTo(1);
    }

    @Test
    void aModelThatIsArchivedLater() {
        String model = registry.addModel("old");
        drover.create("archived", model, null);
        await().until(() -> !drover.link("archived").isEmpty());
        registry.setState("registered_models", model, "ARCHIVED");
        drover.liveUntil(
                () ->
                        drover.record(drover.link("archived"))
                                .at("/customProperties")
                                .has("archived"),
                Duration.ofMinutes(15),
                Duration.ofHours(2));
        awaitEvent("archived", Notice.Type.WARNING, "ModelArchived");
        awaitSaid(
                "archived",
                "INFO",
                "record %s: its model or version is archived".formatted(drover.link("archived")));
    }

    @Test
    void aRegistryThatIsNotClear() throws Exception {
        drover.apply(Map.of("AT_OTHER_URL", "http://127.0.0.1:9/other"));
        drover.sweep();
        try {
            drover.create("ambiguous", "1", "2");
            awaitEvent("ambiguous", Notice.Type.WARNING, "RegistryAmbiguous");
            assertThat(drover.lines.seen())
                    .anyMatch(
                            it ->
                                    it.startsWith("WARNING")
                                            && it.contains("ml/ambiguous: ")
                                            && it.contains("ml, other")
                                            && it.contains(DOMAIN + "name"));
            assertThat(count("drover.registry.failures", "reason", "RegistryAmbiguous"))
                    .isEqualTo(1);
        } finally {
            drover.withdraw("AT_OTHER_URL");
        }
        drover.liveUntil(
                () -> !drover.link("ambiguous").isEmpty(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(60));
    }

    @Test
    void aServiceWithoutAUsableAddress() {
        api.create(
                """
                apiVersion: v1
                kind: Service
                metadata:
                  name: broken
                  namespace: odh-model-registries
                  labels: {component: model-registry}
                  annotations: {routing.opendatahub.io/external-address-rest: "http://user@h/"}
                spec: {ports: [{name: http-api, port: 8080}]}
                """);
        drover.declare(
                "misconfigured",
                "%1$sregistered-model-id: \"1\", %1$sname: broken".formatted(DOMAIN),
                "");
        awaitEvent("misconfigured", Notice.Type.WARNING, "RegistryMisconfigured");
        assertThat(count("drover.registry.failures", "reason", "RegistryMisconfigured"))
                .isPositive();
        drover.create("ambiguous-too", "1", "2");
        awaitEvent("ambiguous-too", Notice.Type.WARNING, "RegistryAmbiguous");
        api.delete("services", "odh-model-registries", "broken");
        await().until(() -> !drover.link("ambiguous-too").isEmpty());
        api.delete("inferenceservices", "ml", "misconfigured");
    }

    @Test
    void nothingIsSaidOfAPassThatChangesNothing() {
        linked("quiet");
        drover.status("quiet", "{\"observedGeneration\":1}");
        drover.awaitIdle();
        drover.lines.clear();
        drover.status("quiet", "{\"observedGeneration\":2}");
        drover.look("quiet");
        drover.awaitIdle();
        assertThat(drover.lines.seen()).noneMatch(it -> it.contains("ml/quiet"));
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void everySeriesIsThereAndNoneNamesAnObject() {
        List<String> names =
                drover.meters.getMeters().stream().map(it -> it.getId().getName()).toList();
        assertThat(names)
                .contains(
                        "drover.registry.objects",
                        "drover.registry.records",
                        "drover.registry.requests",
                        "drover.registry.request",
                        "drover.registry.breaker.state",
                        "drover.registry.sync",
                        "drover.registry.failures",
                        "drover.registry.link.writes",
                        "drover.registry.closed",
                        "drover.registry.sweep",
                        "drover.registry.sweep.last.success.timestamp",
                        "drover.registry.sweep.held",
                        "drover.registry.unreadable.records",
                        "drover.registry.finalizers",
                        "drover.registry.api.sunset.timestamp");
        assertThat(drover.meters.getMeters())
                .map(Meter::getId)
                .filteredOn(it -> it.getName().startsWith("drover.registry"))
                .flatMap(Meter.Id::getTags)
                .map(Tag::getKey)
                .isSubsetOf(
                        "kind",
                        "state",
                        "registry",
                        "operation",
                        "code",
                        "reason",
                        "result",
                        "cause",
                        "fix",
                        "action");
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void consolesShowHowWorkloadsFare() throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        List<ObjectName> found =
                List.copyOf(
                        beans.queryNames(
                                new ObjectName(
                                        "org.apache.camel:context="
                                                + drover.managementName()
                                                + ",type=processors,name=\"registry-reconcile-sync\""),
                                null));
        assertThat(found).hasSize(1);
        Map<String, Object> shown = new HashMap<>();
        beans.getAttributes(
                        found.get(0),
                        new String[] {"Linked", "Pending", "Failed", "HeldRecords", "LastSweep"})
                .asList()
                .forEach(it -> shown.put(it.getName(), it.getValue()));
        assertThat(shown).hasSize(5);
        assertThat((Long) shown.get("Linked")).isPositive();
        assertThat(shown.get("Pending")).isEqualTo(0L);
        assertThat(shown.get("HeldRecords")).isEqualTo(0);
        assertThat(shown.get("LastSweep").toString()).isNotEmpty();
    }
}
