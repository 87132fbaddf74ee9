package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.metrics.MetricsServerDouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A real control plane on which Drover is installed as shipped (overlay weight-controller) beside
 * the CRDs of the platform. Replicas are processes on this machine with the identity, the rights
 * and the configuration of the pods that the Deployment would make.
 */
final class Site implements AutoCloseable {
    private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";
    private static final String OVERLAY = "deploy/overlays/weight-controller";

    private final ControlPlane plane;
    private final Manifests manifests;
    private final Path folder;
    private final List<DroverProcess> replicas = new ArrayList<>();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Set<String> withdrawn = new HashSet<>();
    private Fleet fleet;
    private int fleets;
    private boolean crdsRemoved;
    private Instant begun = Instant.EPOCH; // the present test

    private Site(ControlPlane plane) {
        this.plane = plane;
        this.manifests = Manifests.of(plane, OVERLAY);
        try {
            folder = Files.createTempDirectory("drover-site-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        manifests.applyTo(plane.api());
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

    /**
     * Upstream's CRD where the project's shared folder is mounted, else the one for development.
     */
    static Path crd(String plural) {
        Path upstream = Path.of("../shared/crds/inference.opendatahub.io_" + plural + ".yaml");
        return Files.exists(upstream) ? upstream : Path.of("deploy/crds/" + plural + ".yaml");
    }

    /**
     * Another of upstream's CRDs takes the place of the usual ones, as an upgrade would do it. The
     * test is left out where the project's shared folder is not mounted.
     */
    void replaceCrds(String... names) {
        for (String name : names) {
            Path file = Path.of("../shared/crds/inference.opendatahub.io_" + name + ".yaml");
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
        return manifests;
    }

    /** Drover's name at the API server. */
    String user() {
        return "system:serviceaccount:%s:%s"
                .formatted(manifests.namespace(), manifests.serviceAccount());
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
        return pod(name, plane.url());
    }

    /** The same, reaching the API server by another address, with TLS or without. */
    DroverProcess.Launch pod(String name, String apiUrl) {
        String home = manifests.namespace();
        String pods = "/api/v1/namespaces/" + home + "/pods";
        ObjectNode pod = manifests.pod(name);
        RawApi.Reply made = plane.api().post(pods, pod.toString());
        if (made.code() == 409) {
            made = plane.api().get(pods + "/" + name).expect(200);
        }
        String uid = made.at("/metadata/uid");
        return DroverProcess.on(
                        write(
                                name + ".kubeconfig",
                                plane.kubeconfig(token(name, uid)).replace(plane.url(), apiUrl)))
                .with("DROVER_CONFIG", write("drover.properties", manifests.configuration()))
                .with("POD_NAME", name)
                .with("POD_NAMESPACE", home)
                .with("POD_UID", uid)
                .reportTo(replicas::add);
    }

    private String token(String pod, String uid) {
        String path =
                "/api/v1/namespaces/%s/serviceaccounts/%s/token"
                        .formatted(manifests.namespace(), manifests.serviceAccount());
        return plane.api()
                .post(
                        path,
                        """
                        apiVersion: authentication.k8s.io/v1
                        kind: TokenRequest
                        spec:
                          expirationSeconds: 3600
                          boundObjectRef: {apiVersion: v1, kind: Pod, name: %s, uid: %s}
                        """
                                .formatted(pod, uid))
                .expect(201)
                .at("/status/token");
    }

    String write(String name, String content) {
        try {
            return Files.writeString(folder.resolve(name), content).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes one verb out of a shipped ClusterRole. */
    void withdraw(String role, String resource, String verb) {
        ObjectNode changed = shipped(role).deepCopy();
        for (JsonNode rule : changed.path("rules")) {
            if (names(rule.path("resources")).contains(resource)) {
                List<String> before = names(rule.path("verbs"));
                ArrayNode verbs = ((ObjectNode) rule).putArray("verbs");
                before.stream().filter(word -> !word.equals(verb)).forEach(verbs::add);
            }
        }
        apply(changed);
        withdrawn.add(role);
    }

    /** Undoes every {@link #withdraw}. */
    void grantAsShipped() {
        withdrawn.forEach(role -> apply(shipped(role)));
        withdrawn.clear();
    }

    private ObjectNode shipped(String role) {
        return manifests
                .of("ClusterRole")
                .filter(object -> object.at("/metadata/name").asText().equals(role))
                .findFirst()
                .orElseThrow();
    }

    private void apply(ObjectNode role) {
        String path =
                "/apis/rbac.authorization.k8s.io/v1/clusterroles/"
                        + role.at("/metadata/name").asText();
        plane.api().put(path, role.toString()).expect(200);
    }

    private static List<String> names(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    /** Requests of Drover in this test that the filter takes, oldest answer first. */
    List<AuditRecord> requests(Predicate<AuditRecord> filter) {
        Instant since = begun;
        return plane.audit()
                .matching(
                        record ->
                                record.user().equals(user())
                                        && record.received().isAfter(since)
                                        && filter.test(record));
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

    /** What the processes of this test wrote so far, for the message of a failure. */
    String logs() {
        return replicas.stream().map(DroverProcess::log).collect(Collectors.joining("\n----\n"));
    }

    /** Ends the processes and removes the objects of a test. */
    void clear() {
        grantAsShipped();
        replicas.forEach(DroverProcess::close);
        replicas.clear();
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
        plane.api()
                .delete(
                        "/apis/coordination.k8s.io/v1/namespaces/"
                                + manifests.namespace()
                                + "/leases");
        begun = Instant.now();
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
        folder.toFile().deleteOnExit();
    }
}
