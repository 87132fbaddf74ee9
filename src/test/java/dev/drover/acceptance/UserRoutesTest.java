package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.acceptance.Fleet.Ref;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A user's routes in a directory, as the ConfigMap drover-routes mounts them. */
@Acceptance
@Timeout(60)
class UserRoutesTest {
    private static final Path SAMPLE = Path.of("samples/routes/weights-reconcile.camel.yaml");

    private final Site site;
    private final Fleet fleet;

    @TempDir Path routes;

    UserRoutesTest(Site site) {
        this.site = site;
        this.fleet = site.fleet();
        fleet.provider("cluster-b", site.engine(0.95).url("/metrics"))
                .provider("cluster-c", site.engine(0.20).url("/metrics"));
    }

    @Test
    void theSampleReplacesTheBuiltInRoute() throws IOException {
        Files.copy(SAMPLE, routes.resolve(SAMPLE.getFileName()));
        DroverProcess drover = moveOneModel();
        drover.awaitLog("My route saw 1 intent(s) for " + fleet.namespace() + "/llama");
        assertThat(drover.logLines("Route replaced: weights-reconcile from ")).hasSize(1);
        assertThat(drover.metric("drover_routes_valid")).isEqualTo(1);
    }

    @Test
    void aBadFileIsNamedAndTheBuiltInRouteRuns() throws IOException {
        String bad = Files.readString(SAMPLE).replace("concurrency:", "concurency:");
        Files.writeString(routes.resolve(SAMPLE.getFileName()), bad);
        DroverProcess drover = moveOneModel();
        assertThat(drover.logLines("Route file ignored: "))
                .singleElement()
                .asString()
                .contains(
                        "weights-reconcile.camel.yaml",
                        "unknown option \"concurency\"; did you mean \"concurrency\"?");
        assertThat(drover.metric("drover_routes_valid")).isZero();
        assertThat(drover.status("health/ready")).isEqualTo(200);
    }

    private DroverProcess moveOneModel() {
        DroverProcess drover =
                site.pod("a").with("DROVER_ROUTES_DIRECTORY", routes.toString()).start();
        drover.awaitLeading();
        fleet.model("llama", new Ref("cluster-b", 50), new Ref("cluster-c", 50));
        site.awaitWeights("llama", 6, 94);
        return drover;
    }
}
