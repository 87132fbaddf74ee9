package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.intents.Mode;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the configuration, the mode and leadership change while the flow runs. */
class FlowModesTest extends FlowTest {
    @Test
    void anImageThatIsSetLaterIsTakenUpByTheEdit() throws Exception {
        jobsGoOn();
        start(Map.of("DROVER_BASEMODELS_JOB_IMAGE", "")).claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "ImageMissing");

        drover.edit("DROVER_BASEMODELS_JOB_IMAGE", "drover:1");

        drover.awaitCause("llama", "JobCreated");
        assertThat(api.list("jobs").get(0).at("/spec/template/spec/containers/0/image").asText())
                .isEqualTo("drover:1");
    }

    @Test
    void aPausedModelIsLeftAlone() throws Exception {
        start().claim("store", "Bound");
        api.create(
                """
                apiVersion: ome.io/v1beta1
                kind: BaseModel
                metadata: {name: llama, namespace: team-a, annotations: {drover.dev/mode: paused}}
                spec: {storage: {storageUri: "pvc://store/llama"}}
                """);
        await().until(
                        () ->
                                drover.meters
                                                .find("drover.reconcile")
                                                .tag("result", "paused")
                                                .counter()
                                        != null);
        assertThat(drover.writes()).isEmpty();

        api.patch(
                "basemodels",
                "team-a",
                "llama",
                "{\"metadata\":{\"annotations\":{\"drover.dev/mode\":null}}}");

        drover.awaitCause("llama", "JobCreated");
    }

    @Test
    void inObserveModeAllIsDecidedAndNothingWritten() throws Exception {
        start();
        drover.mode = Mode.OBSERVE;
        drover.claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");

        await().until(
                        () ->
                                drover
                                                .meters
                                                .find("drover.act")
                                                .tag("outcome", "observed")
                                                .counters()
                                                .stream()
                                                .mapToDouble(Counter::count)
                                                .sum()
                                        >= 4);

        assertThat(drover.writes()).isEmpty();
    }

    @Test
    void whatWasRememberedEndsWithLeadership() throws Exception {
        jobsGoOn();
        start().claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "JobCreated");
        assertThat(gauge("In_Transit")).isEqualTo(1);

        drover.loseLeadership();

        assertThat(gauge("In_Transit")).isZero();
    }

    private double gauge(String state) {
        return drover.meters
                .get("drover.basemodels.models")
                .tags("kind", "BaseModel", "state", state)
                .gauge()
                .value();
    }

    @Test
    void aPausedModelIsStillFinishedWhenItIsDeleted() throws Exception {
        jobsGoOn();
        start(
                Map.of(
                        "DROVER_BASEMODELS_EXTRACTOR", "ome-agent",
                        "DROVER_BASEMODELS_OME_AGENT_IMAGE", "agent"));
        api.create("{apiVersion: v1, kind: Namespace, metadata: {name: ome}}");
        drover.claim("store", "Bound");
        drover.model("llama", "pvc://store/llama");
        drover.awaitCause("llama", "JobCreated");
        api.patch(
                "basemodels",
                "team-a",
                "llama",
                "{\"metadata\":{\"annotations\":{\"drover.dev/mode\":\"paused\"}}}");

        api.delete("basemodels", "team-a", "llama");

        await().atMost(Duration.ofSeconds(2))
                .until(() -> api.get("basemodels", "team-a", "llama").isEmpty());
        await().until(() -> api.list("jobs").isEmpty());
    }
}
