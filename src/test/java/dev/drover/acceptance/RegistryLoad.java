package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * The flow registry with many linked InferenceServices, on doubles of the API server and of a
 * registry. Measures a restart: its calls, its writes, the walk over all records, memory of the
 * process as a standby that only caches and as a leader that has decided about all; then updates of
 * statuses that no record shows. Part of {@code make bench}; arguments: workloads (10000), updates
 * (5000), {@code classes} to list what holds the heap.
 */
final class RegistryLoad {
    private static final double MIB = 1024 * 1024;
    private static final String LEASE = "drover-registry";

    private final LinkedFleet fleet = new LinkedFleet();
    private final String kubeconfig;

    private RegistryLoad() throws IOException {
        kubeconfig =
                Files.writeString(
                                Files.createTempFile("kubeconfig", ".yaml"), fleet.api.kubeconfig())
                        .toString();
    }

    public static void main(String[] args) throws IOException {
        int size = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        int updates = args.length > 1 ? Integer.parseInt(args[1]) : size / 2;
        RegistryLoad load = new RegistryLoad();
        try {
            load.run(size, updates, args.length > 2);
        } finally {
            load.fleet.close();
            Files.delete(Path.of(load.kubeconfig));
        }
    }

    private DroverProcess start() {
        return DroverProcess.on(kubeconfig)
                .with("POD_NAMESPACE", "default")
                .with("POD_NAME", "drover-0")
                .with("DROVER_FLOWS", "registry")
                .with("DROVER_REGISTRY_AT_ML_URL", fleet.registry.url())
                .with("DROVER_REGISTRY_AUTH", "none")
                .start();
    }

    private void run(int size, int updates, boolean classes) {
        System.out.printf(
                "Java %s, %d processors, flags %s%n",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                DroverProcess.IMAGE_FLAGS);
        long empty = linkFirst();
        fleet.growTo(size);
        int[] sizes = fleet.sizes();
        System.out.printf(
                "%d InferenceServices of %d to %d bytes, median %d%n",
                size, sizes[0], sizes[size - 1], sizes[size / 2]);
        occupyLease();
        fleet.forget();
        try (DroverProcess drover = start()) {
            drover.awaitReady();
            long cached = standby(drover, size, empty);
            lead(drover, size, empty, cached);
            if (classes) {
                System.out.println(ProcessFigures.heaviest(drover.pid(), 30));
            }
            update(drover, updates);
        }
    }

    /** Returns the live heap with one workload. */
    private long linkFirst() {
        try (DroverProcess drover = start()) {
            drover.awaitLeading();
            fleet.awaitFirst();
            settle(drover);
            long heap = ProcessFigures.liveHeap(drover.pid());
            drover.askToStop();
            drover.awaitExit();
            return heap;
        }
    }

    /** By somebody who never renews it. */
    private void occupyLease() {
        fleet.api.delete("leases", "default", LEASE);
        fleet.api.create(
                """
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: %s, namespace: default}
                spec:
                  holderIdentity: other
                  leaseDurationSeconds: 3600
                  renewTime: "%s"
                """
                        .formatted(
                                LEASE,
                                Instant.now().toString().replaceFirst("Z|\\..*", ".000000Z")));
    }

    private long standby(DroverProcess drover, int size, long empty) {
        settle(drover);
        System.out.printf("standby: %s%n", resident(drover));
        long heap = ProcessFigures.liveHeap(drover.pid());
        System.out.printf(
                "standby: live heap %.1f MiB, %.2f KiB a cached InferenceService%n",
                heap / MIB, (heap - empty) / 1024.0 / size);
        return heap;
    }

    private void lead(DroverProcess drover, int size, long empty, long cached) {
        Duration before = ProcessFigures.cpu(drover.pid());
        fleet.api.delete("leases", "default", LEASE);
        await().atMost(Duration.ofMinutes(3))
                .until(() -> drover.metric("drover_registry_objects{") >= size);
        settle(drover);
        Duration cpu = ProcessFigures.cpu(drover.pid()).minus(before);
        System.out.printf(
                "leader: calls %s, %d writes of workloads%n", fleet.calls(), fleet.writes());
        System.out.printf(
                "leader: walk %.1f s, CPU until all are decided %.1f s, in step %.0f%n",
                drover.metric("drover_registry_sweep_seconds"),
                cpu.toMillis() / 1000.0,
                drover.metric("drover_registry_objects{"));
        System.out.printf("leader: %s%n", resident(drover));
        long heap = ProcessFigures.liveHeap(drover.pid());
        System.out.printf(
                "leader: live heap %.1f MiB: %.1f MiB above the standby; %.2f KiB a workload in"
                        + " all%n",
                heap / MIB, (heap - cached) / MIB, (heap - empty) / 1024.0 / size);
    }

    private void update(DroverProcess drover, int updates) {
        fleet.forget();
        Duration before = ProcessFigures.cpu(drover.pid());
        double passes = drover.metric("drover_reconcile_total{");
        for (int i = 1; i <= updates; i++) {
            fleet.touchStatus(i);
        }
        await().atMost(Duration.ofMinutes(3))
                .until(() -> drover.metric("drover_reconcile_total{") - passes >= updates);
        settle(drover);
        System.out.printf(
                "%d status updates: calls %s, %d writes, CPU %.1f s%n",
                updates,
                fleet.calls(),
                fleet.writes(),
                ProcessFigures.cpu(drover.pid()).minus(before).toMillis() / 1000.0);
        System.out.printf("afterwards: %s%n", resident(drover));
    }

    /** Waits until nothing is done or due, for as long as an idle process is looked at. */
    private static void settle(DroverProcess drover) {
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofSeconds(1))
                .during(Duration.ofSeconds(5))
                .until(
                        () ->
                                drover.metric("drover_queue_depth{")
                                                + drover.metric("drover_reconcile_active{")
                                        == 0);
    }

    private static String resident(DroverProcess drover) {
        try {
            long peak =
                    Files.readAllLines(Path.of("/proc/" + drover.pid() + "/status")).stream()
                            .filter(line -> line.startsWith("VmHWM:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow();
            return "RSS %d MiB, at most %d MiB so far"
                    .formatted(drover.residentKibibytes() / 1024, peak / 1024);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
