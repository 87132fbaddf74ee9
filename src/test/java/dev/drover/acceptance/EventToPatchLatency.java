package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import dev.drover.acceptance.Fleet.Ref;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures on a real API server, as the manual demands it: from the answer of a user's create to
 * the answer of Drover's PATCH, by the server's own audit log; the same for the least possible
 * controller in the same run; start to ready with 100 models; memory when idle. Part of {@code make
 * bench}; arguments: seconds to idle before memory is read (60).
 */
final class EventToPatchLatency {
    private static final int WARM_UP = 100;
    private static final int MEASURED = 500;
    private static final int MODELS = 100;
    private static final int STARTS = 5;
    private static final Ref HOT = new Ref("cluster-b", 50);
    private static final Ref COOL = new Ref("cluster-c", 50);

    private final Site site;
    private final Fleet fleet;

    private EventToPatchLatency(Site site) {
        this.site = site;
        this.fleet = site.fleet();
    }

    public static void main(String[] args) {
        int idleSeconds = args.length > 0 ? Integer.parseInt(args[0]) : 60;
        if (!ControlPlane.available()) {
            System.out.println("no kube-apiserver: build it with .ci/control-plane/build");
            return;
        }
        try (Site site = Site.start()) {
            new EventToPatchLatency(site).run(Duration.ofSeconds(idleSeconds));
            site.clear();
        }
    }

    private void run(Duration idle) {
        System.out.printf(
                "Java %s, %d processors, flags %s%n",
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                DroverProcess.IMAGE_FLAGS);
        fleet.provider("cluster-b", site.engine(0.95).url("/metrics"))
                .provider("cluster-c", site.engine(0.20).url("/metrics"));
        Latencies floor;
        try (BareController bare = new BareController(fleet)) {
            floor = createAndAwait("bare");
        }
        System.out.println("floor:  " + floor);
        DroverProcess drover = site.pod("a").start().awaitLeading();
        fleet.model("resident", HOT, COOL); // keeps the targets scraped
        site.awaitWeights("resident", 6, 94);
        Latencies product = createAndAwait("drover");
        System.out.println("drover: " + product);
        System.out.printf(
                "p50 is %.2f times the floor's%n",
                (double) product.quantile(0.5).toNanos() / floor.quantile(0.5).toNanos());
        drover.kill();
        startToReady(idle);
    }

    /** One model after the other, each gone before the next: the queue is idle for all of them. */
    private Latencies createAndAwait(String prefix) {
        for (int i = 0; i < WARM_UP + MEASURED; i++) {
            String name = prefix + "-" + i;
            fleet.model(name, HOT, COOL);
            await().pollDelay(Duration.ofMillis(10))
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> fleet.weights(name).equals(List.of(6, 94)));
            fleet.deleteModel(name);
        }
        List<Duration> times =
                await().atMost(Duration.ofSeconds(10))
                        .until(() -> times(prefix), found -> found.size() == WARM_UP + MEASURED);
        return new Latencies(times.subList(WARM_UP, times.size()));
    }

    private List<Duration> times(String prefix) {
        Map<String, Instant> created = new HashMap<>();
        List<Duration> times = new ArrayList<>();
        for (AuditRecord record : records(prefix)) {
            if (record.verb().equals("create")) {
                created.put(record.name(), record.answered());
            } else {
                times.add(Duration.between(created.get(record.name()), record.answered()));
            }
        }
        return times;
    }

    /** Creates and patches by name, in the order of their answers. */
    private List<AuditRecord> records(String prefix) {
        return site.plane()
                .audit()
                .matching(
                        record ->
                                record.resource().equals("externalmodels")
                                        && record.name().startsWith(prefix + "-")
                                        && record.code() < 300
                                        && (record.verb().equals("create")
                                                || record.verb().equals("patch")));
    }

    private void startToReady(Duration idle) {
        for (int i = 0; i < MODELS; i++) {
            fleet.model("m-" + i, HOT, COOL);
        }
        List<Duration> starts = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            Instant before = Instant.now();
            DroverProcess drover = site.pod("a").start();
            await().pollInterval(Duration.ofMillis(20))
                    .pollDelay(Duration.ZERO)
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> drover.status("health/ready") == 200);
            starts.add(Duration.between(before, Instant.now()));
            if (i == STARTS - 1) {
                await().pollDelay(idle).atMost(idle.plusSeconds(10)).until(() -> true);
                System.out.printf(
                        "idle RSS with %d models after %s: %d MiB%n",
                        MODELS, idle, drover.residentKibibytes() / 1024);
            }
            drover.kill();
        }
        System.out.printf(
                "start to ready with %d models: %s, median %s%n",
                MODELS, starts, new Latencies(starts).quantile(0.5));
    }
}
