package dev.drover.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.registry.api.Operation;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.registry.RegistryFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What walks over the records of a registry find and mend (registry.md 9.2). */
@Timeout(60)
class SweepRoutesTest extends TwoServersTest {
    private static final Duration INTERVAL = Duration.ofMinutes(12); // 10, jitter included

    private String state(String id) {
        return registry.record(id).orElseThrow().path("desiredState").asText();
    }

    private long deployed() {
        return registry.records().stream()
                .filter(it -> it.path("desiredState").asText().equals("DEPLOYED"))
                .count();
    }

    /** The next walk, and the passes that it asks for. */
    private void walk(SyncFixture drover) {
        int before = registry.requests(Operation.LIST_RECORDS).size();
        drover.live(INTERVAL);
        await().until(() -> registry.requests(Operation.LIST_RECORDS).size() > before);
        drover.awaitQuiet();
    }

    private double gauge(SyncFixture drover, String name) {
        return drover.meters.get(name).tag("registry", "ml").gauge().value();
    }

    private String linked(SyncFixture drover, int count) {
        IntStream.range(0, count).forEach(i -> drover.create("iris-" + i, "1", "2"));
        drover.liveUntil(
                () -> registry.records().size() == count,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30));
        drover.awaitIdle();
        return registry.records().get(0).path("servingEnvironmentId").asText();
    }

    @Test
    void e7AFewOrphansAreClosedInTheSameWalkEachAfterADirectRead() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            String environment = linked(drover, 50);
            List<String> orphans =
                    IntStream.range(0, 10)
                            .mapToObj(i -> drover.addOrphan("gone-" + i, environment))
                            .toList();
            assertThat(deployed()).isEqualTo(60);
            int reads = api.requests().of("get", "inferenceservices").size();

            walk(drover);

            assertThat(orphans).allMatch(id -> state(id).equals("UNDEPLOYED"));
            assertThat(deployed()).isEqualTo(50);
            assertThat(api.requests().of("get", "inferenceservices")).hasSize(reads + 10);
            assertThat(drover.counter("drover.registry.closed", "cause", "orphan")).contains(10.0);
            assertThat(drover.counter("drover.registry.sweep.fixes", "fix", "close"))
                    .contains(10.0);
            assertThat(drover.lines.seen())
                    .contains(
                            "INFO Reconciling InferenceService: ml/gone-0: record %s closed (orphan)"
                                    .formatted(orphans.get(0)));
        }
    }

    @Test
    void e7ManyOrphansAreHeldBackForTwoWalksAndClosedAfterTheThird() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            String environment = linked(drover, 10);
            IntStream.range(0, 50).forEach(i -> drover.addOrphan("gone-" + i, environment));
            for (int walk = 1; walk <= 2; walk++) {
                walk(drover);
                assertThat(deployed()).isEqualTo(60);
                assertThat(gauge(drover, "drover.registry.sweep.held")).isEqualTo(50);
                assertThat(drover.sync().getHeldRecords()).isEqualTo(50);
            }
            assertThat(
                            drover.lines.seen().stream()
                                    .filter(it -> it.contains("sweep of ml holds back")))
                    .containsExactly("WARNING sweep of ml holds back 50 of 60 records");

            walk(drover);
            assertThat(deployed()).isEqualTo(10);
            assertThat(gauge(drover, "drover.registry.sweep.held")).isZero();
        }
    }

    @Test
    void whatWentWhileRegistryAndDroverWereAwayIsClosedByOneSweep() throws Exception {
        String id;
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            drover.create("other", "1", null);
            await().until(() -> !drover.link("other").isEmpty());
            id = drover.link();
            registry.refuse();
            api.delete("inferenceservices", "ml", "iris");
            await().until(() -> api.get("inferenceservices", "ml", "iris").isEmpty());
            drover.awaitIdle();
        }
        try (SyncFixture drover = drover(Map.of())) {
            drover.awaitIdle(); // the first walk comes to nothing
            assertThat(state(id)).isEqualTo("DEPLOYED");
            registry.listen();
            drover.liveUntil(
                    () -> state(id).equals("UNDEPLOYED"),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(60));
            assertThat(state(drover.link("other"))).isEqualTo("DEPLOYED");
            assertThat(drover.counter("drover.registry.closed", "cause", "orphan")).contains(1.0);
        }
    }

    @Test
    void theLastWorkloadsRecordIsHeldBackSinceACacheMayBeEmptyByMistake() throws Exception {
        String id;
        try (SyncFixture drover = drover(Map.of())) {
            link(drover);
            id = drover.link();
        }
        api.delete("inferenceservices", "ml", "iris");
        try (SyncFixture drover = drover(Map.of())) {
            await().until(() -> registry.requests(Operation.LIST_RECORDS).size() > 1);
            drover.awaitQuiet();
            walk(drover);
            assertThat(state(id)).isEqualTo("DEPLOYED");
            walk(drover);
            assertThat(state(id)).isEqualTo("UNDEPLOYED");
        }
    }

    @Test
    void twoClustersWithTheSameNamesLeaveEachOthersRecordsAlone() throws Exception {
        try (ApiServerDouble there = ApiServerDouble.start().installDevelopmentCrds();
                SyncFixture ours = drover(Map.of());
                SyncFixture theirs =
                        new SyncFixture(there, registry, Map.of("CLUSTER", "c2")).start()) {
            for (SyncFixture each : List.of(ours, theirs)) {
                link(each);
                each.create("gone", "1", "2");
                await().until(() -> !each.link("gone").isEmpty());
                each.awaitQuiet();
            }
            assertThat(registry.records()).hasSize(4);
            String gone = ours.link("gone");
            api.delete("inferenceservices", "ml", "gone");
            await().until(() -> state(gone).equals("UNDEPLOYED"));
            walk(ours);
            walk(theirs);
            assertThat(deployed()).isEqualTo(3);
            assertThat(state(theirs.link("gone"))).isEqualTo("DEPLOYED");
            assertThat(gauge(ours, "drover.registry.sweep.held")).isZero();
        }
    }

    @Test
    void aRestartWithALinkedFleetCostsOneWalk() throws Exception {
        try (SyncFixture drover = drover(Map.of())) {
            linked(drover, 30);
        }
        registry.forgetRequests();
        int patches = api.requests().of("patch", "inferenceservices").size();
        try (SyncFixture drover = drover(Map.of("PAGE_SIZE", "10"))) {
            await().until(() -> drover.sync().getLinked() == 30);
            drover.awaitQuiet();
            assertThat(drover.calls()).isEmpty(); // but lists
            assertThat(registry.requests(Operation.LIST_RECORDS)).hasSize(3);
            assertThat(api.requests().of("patch", "inferenceservices")).hasSize(patches);
            assertThat(drover.sync().getLastSweep()).isNotEmpty();
        }
    }

    /** Answered 400 and stored (Q15): from then on nobody can read that record. */
    private void poison(String id) {
        registry.ask(
                "PATCH",
                "inference_services/" + id,
                """
                {"desiredState":"DEPLOYED","customProperties":{"v":{"metadataType":
                 "MetadataStringValue","string_value":"mlmd-struct::not-base64!"}}}\
                """);
    }

    @Test
    void anUnreadableRecordLetsTheWalkComeFromTheOtherSideAndProvesNoAbsence() throws Exception {
        Map<String, String> keys = Map.of("PAGE_SIZE", "10");
        String first;
        String last;
        try (SyncFixture drover = drover(keys)) {
            String environment = linked(drover, 1);
            first = drover.addOrphan("gone-first", environment);
            IntStream.range(0, 12).forEach(i -> drover.create("up-" + i, "1", "2"));
            await().until(() -> registry.records().size() == 14);
            drover.awaitIdle();
            link(drover);
            IntStream.range(0, 12).forEach(i -> drover.create("down-" + i, "1", "2"));
            await().until(() -> registry.records().size() == 27);
            drover.awaitIdle();
            last = drover.addOrphan("gone-last", environment);
        }
        String hidden = api.get("inferenceservices", "ml", "iris").orElseThrow().toString();
        String id = hidden.replaceAll(".*inference-service-id\":\"(\\d+)\".*", "$1");
        poison(id);
        registry.forgetRequests();
        try (SyncFixture drover = drover(keys)) {
            await().until(() -> state(last).equals("UNDEPLOYED"));
            await().until(() -> state(first).equals("UNDEPLOYED"));
            await().until(() -> drover.sync().getLinked() == 25);
            drover.awaitQuiet();

            assertThat(registry.requests(Operation.LIST_RECORDS))
                    .anyMatch(it -> it.toString().contains("sortOrder=ASC"))
                    .anyMatch(it -> it.toString().contains("sortOrder=DESC"));
            String before = String.valueOf(Integer.parseInt(id) - 1);
            assertThat(drover.lines.seen())
                    .contains("WARNING unreadable record after id %s in ml".formatted(before));
            assertThat(gauge(drover, "drover.registry.unreadable.records")).isEqualTo(1);
            assertThat(gauge(drover, "drover.registry.sweep.last.success.timestamp")).isZero();
            assertThat(drover.calls())
                    .as("the view was fed from both sides: only orphans and the one in between")
                    .allMatch(it -> it.matches(".*/(%s|%s|%s)".formatted(first, last, id)));
            assertThat(drover.link()).isEqualTo(id);
            assertThat(drover.reasons()).doesNotContain("RecordRecreated");

            walk(drover);
            drover.live(Duration.ofMinutes(1));
            assertThat(drover.link()).as("not there in two walks").isEqualTo(id);
            assertThat(registry.requests(Operation.CREATE_RECORD)).isEmpty();

            registry.removeRecord(id);
            walk(drover);
            assertThat(gauge(drover, "drover.registry.unreadable.records")).isZero();
            assertThat(gauge(drover, "drover.registry.sweep.last.success.timestamp")).isPositive();
        }
    }

    @Test
    void aWalkThatFailsProvesNoAbsence() throws Exception {
        try (SyncFixture drover = drover(Map.of("PAGE_SIZE", "10"))) {
            link(drover);
            String id = drover.link();
            registry.fail(RegistryFault.on(Operation.LIST_RECORDS).status(400));
            walk(drover);
            assertThat(drover.link()).isEqualTo(id);
            assertThat(registry.records()).hasSize(1);
            assertThat(state(id)).isEqualTo("DEPLOYED");
            assertThat(registry.requests(Operation.PATCH_RECORD)).isEmpty();
        }
    }
}
