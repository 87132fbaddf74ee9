package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.apiserver.Fault;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is read from the API server for one decision. */
class LiveReadRoutesTest extends FlowTest {
    @Test
    void aClaimOfOneNodeIsAskedForItsUsersBeforeAJob() throws Exception {
        start();
        api.create(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: server, namespace: team-a}
                spec:
                  nodeName: node-7
                  volumes: [{name: m, persistentVolumeClaim: {claimName: store}}]
                """);
        api.patchStatus("pods", "team-a", "server", "{\"status\":{\"phase\":\"Running\"}}");
        oneNodeClaim();
        drover.model("llama", "pvc://store/llama");

        drover.awaitCause("llama", "JobCreated");

        assertThat(api.list("jobs").get(0).at("/spec/template/spec/affinity").toString())
                .contains("metadata.name", "node-7");
        assertThat(reads("claim-users", "read")).isEqualTo(1);
    }

    @Test
    void aClusterModelAsksForTheUsersOfItsClaimToo() throws Exception {
        start();
        oneNodeClaim();
        drover.clusterModel("shared", "pvc://team-a:store/llama");

        await().until(() -> !api.list("jobs").isEmpty());

        assertThat(reads("claim-users", "read")).isEqualTo(1);
    }

    @Test
    void aReadThatIsRefusedFindsNothingAndIsCounted() throws Exception {
        start();
        await().until(() -> drover.component.cache("v1/pods").synced());
        api.fail(Fault.list("pods").with(403));
        oneNodeClaim();
        drover.model("llama", "pvc://store/llama");

        drover.awaitCause("llama", "JobCreated");

        assertThat(reads("claim-users", "failed")).isEqualTo(1);
    }

    /** Else a restart would show ClaimPending for a moment, with an Event, and take it back. */
    @Test
    void noDecisionIsMadeBeforeStorageClassesAreKnown() throws Exception {
        api.fail(Fault.list("storageclasses").delayed(Duration.ofSeconds(1)));
        startWithAPendingClaim();

        drover.awaitCause("llama", "FirstConsumerCreated");

        assertThat(drover.events).extracting("reason").containsExactly("FirstConsumerCreated");
    }

    @Test
    void storageClassesThatMayNotBeReadAreNotWaitedFor() throws Exception {
        api.fail(Fault.list("storageclasses").with(403));
        startWithAPendingClaim();

        drover.awaitCause("llama", "ClaimPending");
    }

    private void startWithAPendingClaim() throws Exception {
        drover = new FlowFixture(api);
        api.create(
                """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: fast}
                volumeBindingMode: WaitForFirstConsumer
                """);
        drover.claim("store", "Pending", "fast");
        drover.model("llama", "pvc://store/llama");
        drover.start();
    }

    private void oneNodeClaim() {
        api.create(
                """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: store, namespace: team-a}
                spec: {accessModes: [ReadWriteOnce]}
                """);
        drover.bind("store");
    }

    private double reads(String kind, String result) {
        return drover.meters
                .get("drover.basemodels.live.reads")
                .tags("kind", kind, "result", result)
                .counter()
                .count();
    }
}
