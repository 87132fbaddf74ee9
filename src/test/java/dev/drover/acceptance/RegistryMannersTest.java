package dev.drover.acceptance;

import static dev.drover.acceptance.Workloads.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How seldom Kubernetes is written to, and with which rights, by its own audit log. */
@RegistryAcceptance
@Timeout(120)
class RegistryMannersTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String SYNCED =
            "drover_registry_objects{kind=\"InferenceService\",state=\"synced\"";

    /** For repeated Events, questions about an orphan, and the proxies of registries. */
    private static final Set<String> SPARE =
            Set.of(
                    "list leases.coordination.k8s.io",
                    "create events.",
                    "patch events.",
                    "patch events.events.k8s.io",
                    "get services.",
                    "get inferenceservices.serving.kserve.io");

    private final RegistrySite site;
    private final Workloads workloads;

    RegistryMannersTest(RegistrySite site) {
        this.site = site;
        workloads = site.workloads();
    }

    @Test
    void theShippedRightsAreWhatIsUsedAndTheTokenGoesToTheRegistryAlone() {
        DroverProcess drover = site.podThatFindsASecureRegistry("a").start().awaitLeading();
        String[] model = model();
        workloads.create("iris", labels(model[0], model[1]));
        String id = workloads.awaitLink("iris");
        workloads.serve("iris");
        await().atMost(SOON).until(() -> !site.property(id, "url").isEmpty());
        assertThat(Shown.by(drover))
                .as("what is searched for the token when this ends")
                .containsKeys(
                        "log",
                        "metrics",
                        "/api/v1/flows/registry/objects/" + workloads.namespace() + "/iris")
                .hasEntrySatisfying(
                        "beans",
                        beans ->
                                assertThat(beans)
                                        .contains("registry-request-odh-model-registries.secure"));
        workloads.delete("iris");
        await().atMost(SOON).until(() -> site.state(id).equals("UNDEPLOYED"));
        drover.askToStop(); // a watch is audited when it ends
        drover.awaitExit();

        assertThat(site.registry().requests())
                .allMatch(
                        it -> it.headers().get("authorization").startsWith("Bearer a-token-for-"));
        assertThat(site.denied()).isEmpty();
        assertThat(IdleRights.in(site.installation().manifests(), site.requests(it -> true)))
                .filteredOn(right -> !right.endsWith("inference.opendatahub.io")) // other flow
                .isSubsetOf(SPARE);
    }

    @Test
    void aChangeOfTheLinkIsOneWriteAndNothingElseIsAny() {
        site.pod("a").with("DROVER_REGISTRY_LINK_RATE", "600").start().awaitLeading();
        String[] model = model();
        String other = site.registry().addModel("other");
        String next = site.registry().addVersion(model[0], "v2");
        for (int i = 0; i < 5; i++) {
            workloads.create("iris-" + i, labels(model[0], model[1]));
        }
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(workloads.awaitLink("iris-" + i));
            workloads.serve("iris-" + i);
            workloads.label("iris-" + i, "model-version-id", next);
        }
        ids.forEach(
                id ->
                        await().atMost(SOON)
                                .until(
                                        () ->
                                                site.record(id)
                                                        .path("modelVersionId")
                                                        .asText()
                                                        .equals(next)));
        ids.forEach(id -> await().atMost(SOON).until(() -> !site.property(id, "url").isEmpty()));
        awaitQuiet();
        site.registry().forgetRequests();
        for (int i = 0; i < 20; i++) {
            workloads.touch("iris-0", 100 + i);
        }
        workloads.refer("iris-1", other, null);
        await().atMost(SOON).until(() -> !workloads.link("iris-1").equals(ids.get(1)));
        await().atMost(SOON).until(() -> site.state(ids.get(1)).equals("UNDEPLOYED"));

        assertThat(site.registry().requests())
                .as("nothing is asked or told about what no record shows")
                .noneMatch(it -> it.path().endsWith("/" + ids.get(0)));
        assertThat(site.writes())
                .extracting(it -> it.verb() + " " + it.name())
                .containsExactlyInAnyOrder(
                        "patch iris-0",
                        "patch iris-1",
                        "patch iris-2",
                        "patch iris-3",
                        "patch iris-4",
                        "patch iris-1");
    }

    @Test
    void aFleetThatAnotherControllerHasLinkedIsAdoptedWithoutAWriteToIt() {
        String[] model = model();
        ForeignController other = new ForeignController(site.registry(), workloads);
        for (int i = 0; i < 40; i++) {
            String uid = workloads.create("iris-" + i, labels(model[0], model[1]));
            other.link("iris-" + i, uid, model[0], model[1]);
            workloads.serve("iris-" + i);
        }
        DroverProcess first = site.pod("a").start().awaitLeading();
        await().atMost(SOON)
                .until(
                        () ->
                                site.registry().records().stream()
                                        .noneMatch(it -> it.path("externalId").asText().isEmpty()));
        awaitQuiet();
        first.kill();
        site.installation().freeLeases();
        site.registry().forgetRequests();
        DroverProcess second = site.pod("b").start().awaitLeading();
        await().atMost(SOON).until(() -> second.metric(SYNCED) == 40);

        assertThat(site.registry().records()).hasSize(40);
        assertThat(site.registry().requests()).allMatch(it -> it.method().equals("GET"));
        assertThat(site.writes()).isEmpty();
    }

    @Test
    void workloadsThatServeGetTheirLinkOneAfterTheOther() {
        String[] model = model();
        for (int i = 0; i < 4; i++) {
            workloads.create("iris-" + i, "a: b");
            workloads.serve("iris-" + i);
        }
        for (int i = 3; i >= 0; i--) {
            workloads.label("iris-" + i, "registered-model-id", model[0]);
        }
        site.pod("a").with("DROVER_REGISTRY_LINK_RATE", "30").start().awaitLeading();
        await().atMost(SOON).until(() -> site.registry().records().size() == 4);
        await().atMost(SOON).until(() -> site.writes().size() == 4);

        List<AuditRecord> writes = site.writes();
        assertThat(writes).extracting(AuditRecord::name).doesNotHaveDuplicates();
        for (int i = 1; i < 4; i++) {
            Instant before = writes.get(i - 1).received();
            assertThat(Duration.between(before, writes.get(i).received()))
                    .isGreaterThan(Duration.ofMillis(1900));
        }
    }

    private String[] model() {
        String model = site.registry().addModel("iris");
        return new String[] {model, site.registry().addVersion(model, "v1")};
    }

    /** Until a second has gone by without a call. */
    private void awaitQuiet() {
        AtomicInteger before = new AtomicInteger(-1);
        await().atMost(SOON)
                .pollInterval(Duration.ofSeconds(1))
                .until(
                        () -> {
                            int calls = site.registry().requests().size();
                            return before.getAndSet(calls) == calls;
                        });
    }
}
