package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures on a real API server, by its audit log: from the answer of a change of a claim or of a
 * Job to the answer of the status patch that tells it. Of a claim, two writes later; of a Job, one.
 * Exit code 1 when the median is above its gate. Part of {@code make bench}.
 */
final class ModelStatusLatency {
    private static final int WARM_UP = 100;
    private static final int MEASURED = 500;
    private static final Duration GATE = Duration.ofMillis(20);
    private static final String MODEL = "llama";

    private final ControlPlane plane;
    private final ModelTeam team;
    private final Installation installation;

    private ModelStatusLatency(ControlPlane plane) {
        this.plane = plane;
        this.team = new ModelTeam(plane.api(), "models");
        this.installation = Installation.of(plane, "deploy/overlays/basemodels");
    }

    public static void main(String[] args) {
        if (!ControlPlane.available()) {
            System.out.println("no kube-apiserver: build it with .ci/control-plane/build");
            return;
        }
        // without controllers: nobody but this program says how claims and Jobs are
        try (ControlPlane plane = ControlPlane.configure().start()) {
            plane.install(ModelSite.crd("basemodels"), ModelSite.crd("clusterbasemodels"));
            System.exit(new ModelStatusLatency(plane).run() ? 0 : 1);
        }
    }

    private boolean run() {
        System.out.printf(
                "Java %s, %d processors, flags %s%n",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                DroverProcess.IMAGE_FLAGS);
        plane.api().create("{apiVersion: v1, kind: Namespace, metadata: {name: models}}");
        team.volumes().storageClass("manual", "Immediate");
        team.volumes().pendingClaim("store", "ReadWriteMany", "manual", "volume");
        team.model(MODEL, "pvc://store/llama");
        DroverProcess drover =
                installation
                        .pod("a")
                        .with("DROVER_BASEMODELS_JOB_IMAGE", "drover")
                        .start()
                        .awaitLeading();
        try {
            team.awaitCause(MODEL, "ClaimPending");
            boolean claims = claims();
            phase("Bound");
            team.awaitCause(MODEL, "JobCreated");
            return jobs() && claims;
        } finally {
            drover.kill();
        }
    }

    private boolean claims() {
        return measure(
                "claim",
                "persistentvolumeclaims",
                odd -> phase(odd ? "Lost" : "Pending"),
                odd -> odd ? "ClaimLost:" : "ClaimPending:");
    }

    private boolean jobs() {
        return measure(
                "Job",
                "jobs",
                odd -> team.editJob(team.jobs().get(0), "{\"spec\":{\"suspend\":" + odd + "}}"),
                odd -> odd ? "JobSuspended:" : "JobCreated:");
    }

    /**
     * Changes an object to and fro.
     *
     * @return whether the gate held
     */
    private boolean measure(
            String what,
            String resource,
            Consumer<Boolean> change,
            Function<Boolean, String> told) {
        Instant begun = Instant.now();
        for (int i = 0; i < WARM_UP + MEASURED; i++) {
            boolean odd = i % 2 == 0;
            change.accept(odd);
            await().pollDelay(Duration.ofMillis(10))
                    .pollInterval(Duration.ofMillis(10))
                    .untilAsserted(
                            () ->
                                    assertThat(ModelTeam.message(team.get(MODEL)))
                                            .startsWith(told.apply(odd)));
        }
        List<Duration> all =
                await().until(() -> times(resource, begun), found -> found.size() >= MEASURED);
        Latencies times = new Latencies(all.subList(WARM_UP, all.size()));
        boolean held = times.quantile(0.5).compareTo(GATE) <= 0;
        System.out.printf(
                "%s to status: %s, gate p50 %d ms%s%n",
                what, times, GATE.toMillis(), held ? "" : " EXCEEDED");
        return held;
    }

    private void phase(String phase) {
        plane.api()
                .patch(
                        team.core("persistentvolumeclaims", "store") + "/status",
                        RawApi.MERGE_PATCH,
                        "{\"status\":{\"phase\":\"" + phase + "\"}}")
                .expect(200);
    }

    /** From each change of such an object by this program to the next status by Drover. */
    private List<Duration> times(String resource, Instant begun) {
        Instant changed = null;
        List<Duration> times = new ArrayList<>();
        for (AuditRecord record : patchesSince(begun)) {
            boolean drovers = record.user().equals(installation.user());
            if (record.resource().equals(resource) && !drovers) {
                changed = record.answered();
            } else if (drovers && record.subresource().equals("status") && changed != null) {
                times.add(Duration.between(changed, record.answered()));
                changed = null;
            }
        }
        return times;
    }

    /** In the order of their answers, which is not quite that of the log. */
    private List<AuditRecord> patchesSince(Instant begun) {
        return plane
                .audit()
                .matching(
                        record ->
                                record.verb().equals("patch")
                                        && record.code() == 200
                                        && record.received().isAfter(begun))
                .stream()
                .sorted(Comparator.comparing(AuditRecord::answered))
                .toList();
    }
}
