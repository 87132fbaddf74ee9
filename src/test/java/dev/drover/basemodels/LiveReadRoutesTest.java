package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.apiserver.Fault;
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
