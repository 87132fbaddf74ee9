package dev.drover.acceptance;

import static dev.drover.acceptance.Workloads.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A registry that is gone for good holds no deletion up. */
@RegistryAcceptance
@Timeout(120)
class RegistryEndingsTest {
    /** The namespace controller's own wait before it looks at a namespace, and its round. */
    private static final Duration NAMESPACES = Duration.ofSeconds(20);

    private final RegistrySite site;
    private final Workloads workloads;

    RegistryEndingsTest(RegistrySite site) {
        this.site = site;
        workloads = site.workloads();
    }

    @ParameterizedTest
    @CsvSource({"off, 5", "on, 10"}) // the deadline is 5 s, the shortest
    void aWorkloadAndItsNamespaceGoThoughTheirRegistryIsGone(String finalizer, int seconds) {
        DroverProcess drover =
                site.podThatFindsASecureRegistry("a")
                        .with("DROVER_REGISTRY_FINALIZER", finalizer)
                        .with("DROVER_REGISTRY_FINALIZER_DEADLINE", "5s")
                        .with("DROVER_REGISTRY_CLEAR_FOREIGN_FINALIZERS", "on")
                        .start()
                        .awaitLeading();
        String model = site.registry().addModel("iris");
        String version = site.registry().addVersion(model, "v1");
        workloads.create("iris", labels(model, version));
        workloads.create("rose", labels(model, version));
        workloads.awaitLink("iris");
        workloads.awaitLink("rose");
        workloads.create("orphaned", "a: b"); // by its own controller, which is not here any more
        workloads.hold("orphaned", "modelregistry.opendatahub.io/finalizer");
        assertThat(workloads.get("iris").at("/metadata/finalizers").isEmpty())
                .isEqualTo(finalizer.equals("off"));

        site.deleteRegistryService();
        site.registry().refuse();
        Duration most = Duration.ofSeconds(seconds);
        Instant before = Instant.now();
        workloads.delete("orphaned");
        workloads.delete("iris");
        await().atMost(most).until(() -> !workloads.exists("iris"));
        site.api().delete("/api/v1/namespaces/" + workloads.namespace()).expect(200);
        await().atMost(most.plus(NAMESPACES))
                .until(
                        () ->
                                site.api().get("/api/v1/namespaces/" + workloads.namespace()).code()
                                        == 404);

        assertThat(site.writes()) // the namespace is gone, the log is not
                .extracting(AuditRecord::name)
                .contains("orphaned");
        assertThat(Duration.between(before, Instant.now()))
                .isLessThan(most.multipliedBy(2).plus(NAMESPACES));
        assertThat(drover.logLines(" ERROR ")).isEmpty();
        assertThat(site.denied()).isEmpty();
    }
}
