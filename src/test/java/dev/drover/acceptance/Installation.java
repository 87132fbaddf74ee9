package dev.drover.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Drover as one overlay installs it on a real control plane. Replicas are processes on this machine
 * with the identity, the rights and the configuration of the pods that the Deployment would make.
 */
final class Installation {
    private static final Base64.Decoder DECODER = Base64.getMimeDecoder();

    private final ControlPlane plane;
    private final Manifests manifests;
    private final Path folder;
    private final List<DroverProcess> replicas = new ArrayList<>();
    private final Set<String> changedRoles = new HashSet<>();
    private Instant begun = Instant.EPOCH; // the present test

    private Installation(ControlPlane plane, Manifests manifests, Path folder) {
        this.plane = plane;
        this.manifests = manifests;
        this.folder = folder;
    }

    /**
     * @param overlay folder with a kustomization, which is applied
     */
    static Installation of(ControlPlane plane, String overlay) {
        Manifests manifests = Manifests.of(plane, overlay);
        manifests.applyTo(plane.api());
        try {
            Path folder = Files.createTempDirectory("drover-site-");
            folder.toFile().deleteOnExit();
            return new Installation(plane, manifests, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Manifests manifests() {
        return manifests;
    }

    /** Drover's name at the API server. */
    String user() {
        return "system:serviceaccount:%s:%s"
                .formatted(manifests.namespace(), manifests.serviceAccount());
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
        changedRoles.add(role);
    }

    /** Takes the rules about one resource out of a shipped ClusterRole. */
    void withdraw(String role, String resource) {
        ObjectNode changed = shipped(role).deepCopy();
        ArrayNode rules = changed.putArray("rules");
        for (JsonNode rule : shipped(role).path("rules")) {
            if (!names(rule.path("resources")).contains(resource)) {
                rules.add(rule);
            }
        }
        apply(changed);
        changedRoles.add(role);
    }

    /** The ClusterRoles become those of another overlay, as an upgrade would do it. */
    void adopt(String overlay) {
        Manifests.of(plane, overlay)
                .of("ClusterRole")
                .forEach(
                        role -> {
                            apply(role);
                            changedRoles.add(role.at("/metadata/name").asText());
                        });
    }

    /** Undoes every {@link #withdraw} and {@link #adopt}. */
    void grantAsShipped() {
        changedRoles.forEach(role -> apply(shipped(role)));
        changedRoles.clear();
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

    /** What the processes of this test wrote so far, for the message of a failure. */
    String logs() {
        return replicas.stream().map(DroverProcess::log).collect(Collectors.joining("\n----\n"));
    }

    /**
     * Ends the processes of a test, and gives back the rights that it took. Fails if one of them
     * has shown a secret.
     */
    void stop() {
        grantAsShipped();
        end();
    }

    /** Ends the processes; the rights that a test took stay taken. */
    void end() {
        Secrets used = new Secrets();
        plane.api().get("/api/v1/secrets").expect(200).body().findValues("data").stream()
                .flatMap(JsonNode::valueStream)
                .forEach(value -> used.add(new String(DECODER.decode(value.asText()), UTF_8)));
        String events = plane.api().get("/apis/events.k8s.io/v1/events").expect(200).text();
        List<Throwable> failures = new ArrayList<>();
        for (DroverProcess replica : replicas) {
            try (replica) {
                replica.secrets().addAll(used).assertNotIn(Map.of("Events", events));
            } catch (AssertionError | RuntimeException e) {
                failures.add(e);
            }
        }
        replicas.clear();
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.get(0));
        }
    }

    /** The next test begins without a leader. */
    void forgetLeases() {
        freeLeases();
        begun = Instant.now();
    }

    /** Whoever held them has been killed: the next one need not wait. */
    void freeLeases() {
        plane.api()
                .delete(
                        "/apis/coordination.k8s.io/v1/namespaces/"
                                + manifests.namespace()
                                + "/leases");
    }
}
