package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.metrics.MetricsServerDouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * A real control plane on which Drover is installed as shipped (overlay weight-controller) beside
 * the CRDs of the platform. Replicas are processes on this machine with the identity, the rights
 * and the configuration of the pods that the Deployment would make.
 */
final class Site implements SharedCluster {
    private static final String GROUP = "inference.opendatahub.io";

    private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";
    private static final String OVERLAY = "deploy/overlays/weight-controller";

    private final ControlPlane plane;
    private final Installation installation;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private Fleet fleet;
    private int fleets;
    private boolean crdsRemoved;

    private Site(ControlPlane plane) {
        this.plane = plane;
        this.installation = Installation.of(plane, OVERLAY);
    }

    static Site start() {
        ControlPlane plane = ControlPlane.configure().start();
        try {
            Site site = new Site(plane);
            site.installCrds();
            return site;
        } catch (RuntimeException e) {
            plane.close();
            throw e;
        }
    }

    /** See {@link Upstream#crd}. */
    static Path crd(String plural) {
        return Upstream.crd(GROUP, plural);
    }

    /**
     * Another of upstream's CRDs takes the place of the usual ones, as an upgrade would do it. The
     * test is left out where the project's shared folder is not mounted.
     */
    void replaceCrds(String... names) {
        for (String name : names) {
            Path file = Upstream.published(GROUP, name);
            assumeTrue(Files.exists(file), "upstream's CRDs are not mounted");
            crdsRemoved = true;
            plane.install(file);
        }
    }

    private void installCrds() {
        plane.install(crd("externalmodels"), crd("externalproviders"));
    }

    /** Takes the kind ExternalModel away, with every model. */
    void removeModelsCrd() {
        crdsRemoved = true;
        plane.api().delete(CRDS + "externalmodels.inference.opendatahub.io").expect(200);
        await().until(() -> plane.api().get(fleet().path("externalmodels")).code() == 404);
    }

    ControlPlane plane() {
        return plane;
    }

    Manifests manifests() {
        return installation.manifests();
    }

    /** Drover's name at the API server. */
    String user() {
        return installation.user();
    }

    /** Objects of users in a namespace that this test alone uses. */
    Fleet fleet() {
        if (fleet == null) {
            String name = "team-" + ++fleets;
            plane.api().create("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}");
            fleet = new Fleet(plane.api(), name);
        }
        return fleet;
    }

    /** A remote engine with this KV use. */
    MetricsServerDouble engine(double kv) {
        return keep(MetricsServerDouble.start()).serve("/metrics", EnginePage.kv(kv));
    }

    /** Closes this after the test. */
    <T extends AutoCloseable> T keep(T resource) {
        open.push(resource);
        return resource;
    }

    /** A pod of the Deployment under this name, to be started. */
    DroverProcess.Launch pod(String name) {
        return installation.pod(name);
    }

    /** The same, reaching the API server by another address, with TLS or without. */
    DroverProcess.Launch pod(String name, String apiUrl) {
        return installation.pod(name, apiUrl);
    }

    String write(String name, String content) {
        return installation.write(name, content);
    }

    /** Takes one verb out of a shipped ClusterRole. */
    void withdraw(String role, String resource, String verb) {
        installation.withdraw(role, resource, verb);
    }

    /** Undoes every {@link #withdraw}. */
    void grantAsShipped() {
        installation.grantAsShipped();
    }

    /** Requests of Drover in this test that the filter takes, oldest answer first. */
    List<AuditRecord> requests(Predicate<AuditRecord> filter) {
        return installation.requests(filter);
    }

    /** Drover's PATCHes of models of this test that succeeded. */
    List<AuditRecord> patches() {
        String namespace = fleet().namespace();
        return requests(
                record ->
                        record.verb().equals("patch")
                                && record.resource().equals("externalmodels")
                                && record.namespace().equals(namespace)
                                && record.code() == 200);
    }

    void awaitWeights(String model, Integer... expected) {
        await(model)
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(fleet().weights(model)).containsExactly(expected));
    }

    @Override
    public String logs() {
        return installation.logs();
    }

    @Override
    public void clear() {
        installation.stop();
        for (AutoCloseable next = open.poll(); next != null; next = open.poll()) {
            close(next);
        }
        if (crdsRemoved) {
            installCrds();
            crdsRemoved = false;
        }
        if (fleet != null) {
            Fleet used = fleet;
            fleet = null;
            used.clear();
        }
        installation.forgetLeases();
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        plane.close();
    }
}
