package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures on a real API server, by its audit log: from the answer of a change of a claim's phase
 * to the answer of the status patch that tells it, two writes later. Part of {@code make bench}.
 */
final class ClaimToStatusLatency {
    private static final int WARM_UP = 100;
    private static final int MEASURED = 500;
    private static final String MODEL = "llama";

    private final ControlPlane plane;
    private final ModelTeam team;

    private ClaimToStatusLatency(ControlPlane plane) {
        this.plane = plane;
        this.team = new ModelTeam(plane.api(), "models");
    }

    public static void main(String[] args) {
        if (!ControlPlane.available()) {
            System.out.println("no kube-apiserver: build it with .ci/control-plane/build");
            return;
        }
        // without controllers: nobody but this program says what phase a claim is in
        try (ControlPlane plane = ControlPlane.configure().start()) {
            plane.install(ModelSite.crd("basemodels"), ModelSite.crd("clusterbasemodels"));
            new ClaimToStatusLatency(plane).run();
        }
    }

    private void run() {
        System.out.printf(
                "Java %s, %d processors, flags %s%n",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                DroverProcess.IMAGE_FLAGS);
        Installation installation = Installation.of(plane, "deploy/overlays/basemodels");
        plane.api().create("{apiVersion: v1, kind: Namespace, metadata: {name: models}}");
        team.storageClass("manual", "Immediate")
                .pendingClaim("store", "ReadWriteMany", "manual", "volume")
                .model(MODEL, "pvc://store/llama");
        DroverProcess drover = installation.pod("a").start().awaitLeading();
        team.awaitCause(MODEL, "ClaimPending");
        for (int i = 0; i < WARM_UP + MEASURED; i++) {
            boolean lost = i % 2 == 0;
            phase(lost ? "Lost" : "Pending");
            await().pollDelay(Duration.ofMillis(10))
                    .pollInterval(Duration.ofMillis(10))
                    .untilAsserted(
                            () ->
                                    assertThat(ModelTeam.message(team.get(MODEL)))
                                            .startsWith(lost ? "ClaimLost:" : "ClaimPending:"));
        }
        List<Duration> times =
                await().until(() -> times(installation.user()), found -> found.size() >= MEASURED);
        System.out.println(
                "claim to status: " + new Latencies(times.subList(WARM_UP, times.size())));
        drover.kill();
    }

    private void phase(String phase) {
        plane.api()
                .patch(
                        team.core("persistentvolumeclaims", "store") + "/status",
                        RawApi.MERGE_PATCH,
                        "{\"status\":{\"phase\":\"" + phase + "\"}}")
                .expect(200);
    }

    private List<Duration> times(String user) {
        Instant changed = Instant.EPOCH;
        List<Duration> times = new ArrayList<>();
        for (AuditRecord record : plane.audit().records()) {
            if (record.resource().equals("persistentvolumeclaims")
                    && record.subresource().equals("status")) {
                changed = record.answered();
            } else if (record.user().equals(user)
                    && record.verb().equals("patch")
                    && record.subresource().equals("status")
                    && changed.isAfter(Instant.EPOCH)) {
                times.add(Duration.between(changed, record.answered()));
            }
        }
        return times;
    }
}
