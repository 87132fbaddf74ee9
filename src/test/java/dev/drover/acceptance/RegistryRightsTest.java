package dev.drover.acceptance;

import static dev.drover.acceptance.Workloads.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.registry.api.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A right that was not granted is named, harms nothing else, and works once it is there. */
@RegistryAcceptance
@Timeout(120)
class RegistryRightsTest {
    private static final Duration SOON = Duration.ofSeconds(40);
    private static final String ROLE = "drover-registry";

    private final RegistrySite site;
    private final Workloads workloads;
    private final String labels;

    RegistryRightsTest(RegistrySite site) {
        this.site = site;
        workloads = site.workloads();
        String model = site.registry().addModel("iris");
        labels = labels(model, site.registry().addVersion(model, "v1"));
    }

    @Test
    void withoutTheRightToPatchTheRecordIsMadeOnceAndTheLinkLater() {
        site.installation().withdraw(ROLE, "inferenceservices", "patch");
        DroverProcess drover = site.pod("a").start().awaitLeading();
        workloads.create("iris", labels);
        drover.awaitLog(
                "forbidden: may not patch inferenceservices.serving.kserve.io in namespace "
                        + workloads.namespace()
                        + "; flow registry needs it");
        await().atMost(SOON).until(() -> workloads.reasons().contains("Forbidden"));
        workloads.touch("iris", 2);
        site.installation().grantAsShipped();
        await().atMost(SOON).until(() -> !workloads.link("iris").isEmpty());
        assertThat(site.registry().records()).hasSize(1);
        assertThat(drover.logLines(" ERROR ")).isEmpty();
    }

    @Test
    void withoutTheClustersIdentityNothingIsSweptAndTheRestGoesOn() {
        site.installation().withdraw(ROLE, "namespaces");
        DroverProcess drover = site.pod("a").start().awaitLeading().awaitReady();
        workloads.create("iris", labels);
        workloads.awaitLink("iris");
        assertThat(site.property(workloads.link("iris"), "cluster")).isEmpty();
        assertThat(drover.logLines("No cluster identity")).hasSize(1);
        assertThat(site.registry().requests(Operation.LIST_RECORDS)).isEmpty();
        assertThat(drover.health()).contains("unknown: sweeps are off");
        assertThat(drover.logLines(" ERROR ")).isEmpty();
    }

    @Test
    void withoutTheRightToListServicesRegistriesThatAreConfiguredAreServed() {
        String binding =
                "/apis/rbac.authorization.k8s.io/v1/namespaces/"
                        + RegistrySite.REGISTRIES
                        + "/rolebindings";
        String shipped = site.api().get(binding + "/" + ROLE).expect(200).text();
        site.api().delete(binding + "/" + ROLE).expect(200);
        try {
            DroverProcess drover = site.pod("a").start();
            workloads.create("iris", labels);
            workloads.awaitLink("iris");
            assertThat(drover.health()).contains("only registries of the configuration are known");
            assertThat(drover.logLines("forbidden: may not list services in namespace")).hasSize(1);
            assertThat(drover.logLines(" ERROR ")).isEmpty();
        } finally {
            site.api()
                    .post(binding, shipped.replaceAll("\"(uid|resourceVersion)\":\"[^\"]*\",?", ""))
                    .expect(201);
        }
    }
}
