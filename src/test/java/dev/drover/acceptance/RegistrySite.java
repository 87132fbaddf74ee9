package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.weights.credentials.TestAuthority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A real control plane that serves upstream's InferenceService, and Drover as the overlay registry
 * ships it. Each test has an empty registry of its own.
 */
final class RegistrySite implements SharedCluster {
    /** Where the overlay looks for Services of registries. */
    static final String REGISTRIES = "odh-model-registries";

    private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";
    private static final List<String> KINDS =
            List.of(
                    "inferenceservices.serving.kserve.io",
                    "llminferenceservices.serving.kserve.io");

    private final ControlPlane plane;
    private final Installation installation;
    private boolean served;
    private RegistryDouble registry;
    private Workloads workloads;
    private int teams;

    private RegistrySite(ControlPlane plane) {
        this.plane = plane;
        this.installation = Installation.of(plane, "deploy/overlays/registry");
    }

    static RegistrySite start() {
        ControlPlane plane = ControlPlane.configure().controllers().start();
        try {
            return new RegistrySite(plane);
        } catch (RuntimeException e) {
            plane.close();
            throw e;
        }
    }

    /** See {@link Upstream#crd}. */
    static Path crd(String file) {
        return Upstream.crd("serving.kserve.io", file);
    }

    ControlPlane plane() {
        return plane;
    }

    RawApi api() {
        return plane.api();
    }

    Installation installation() {
        return installation;
    }

    /** The registry of this test; its id is {@code ml}. */
    RegistryDouble registry() {
        if (registry == null) {
            registry = RegistryDouble.start();
        }
        return registry;
    }

    /** InferenceServices in a namespace that this test alone uses. */
    Workloads workloads() {
        if (!served) {
            plane.install(crd("inferenceservices")); // large: it takes seconds
            served = true;
        }
        return workloadsOfAnyShape();
    }

    /** The same by whichever CRD is installed. */
    Workloads workloadsOfAnyShape() {
        if (workloads == null) {
            String name = "ml-" + ++teams;
            plane.api().create("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}");
            workloads = new Workloads(plane.api(), name);
        }
        return workloads;
    }

    /** KServe's kinds are not served, until {@link #workloads} is asked for. */
    void withoutWorkloads() {
        served = false;
        for (String kind : KINDS) {
            if (plane.api().delete(CRDS + kind).code() == 200) {
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> plane.api().get(CRDS + kind).code() == 404);
            }
        }
    }

    /** A pod of the Deployment that runs this flow alone, with the one registry, to be started. */
    DroverProcess.Launch pod(String name) {
        return installation
                .pod(name)
                .with("DROVER_FLOWS", "registry")
                .with("DROVER_REGISTRY_AT_ML_URL", registry().url())
                .with("DROVER_REGISTRY_AUTH", "none");
    }

    /**
     * The registry of this test behind TLS and a token, found by its Service alone, whose id is
     * {@code odh-model-registries.secure}.
     */
    DroverProcess.Launch podThatFindsASecureRegistry(String name) {
        String token = "a-token-for-registries-" + UUID.randomUUID();
        TestAuthority authority = new TestAuthority("registries");
        TestAuthority.Identity identity = authority.issue("127.0.0.1");
        registry =
                RegistryDouble.start(
                        new RegistryDouble.Options()
                                .token(token)
                                .tls(identity.certificatePem(), identity.keyPem()));
        plane.api()
                .create(
                        """
                        apiVersion: v1
                        kind: Service
                        metadata:
                          name: secure
                          namespace: %s
                          labels: {component: model-registry}
                          annotations: {routing.opendatahub.io/external-address-rest: "127.0.0.1:%d"}
                        spec: {ports: [{name: https-api, port: 8443}]}
                        """
                                .formatted(REGISTRIES, registry.port()));
        return installation
                .pod(name)
                .with("DROVER_FLOWS", "registry")
                .with("DROVER_REGISTRY_CA_FILE", installation.write("ca.crt", authority.pem()))
                .with("DROVER_REGISTRY_TOKEN_FILE", installation.write("token", token));
    }

    void deleteRegistryService() {
        plane.api().delete("/api/v1/namespaces/" + REGISTRIES + "/services/secure");
    }

    /** What Drover wrote to workloads of this test, by the server's own log. */
    List<AuditRecord> writes() {
        return requests(
                it ->
                        it.writes()
                                && it.group().equals("serving.kserve.io")
                                && it.namespace().equals(workloads().namespace())
                                && it.code() < 300);
    }

    long writesTo(String name) {
        return writes().stream().filter(it -> it.name().equals(name)).count();
    }

    /** Requests of Drover in this test that its rights did not cover. */
    List<AuditRecord> denied() {
        return requests(it -> !it.decision().equals("allow"));
    }

    List<AuditRecord> requests(Predicate<AuditRecord> filter) {
        return installation.requests(filter);
    }

    ObjectNode record(String id) {
        return registry().record(id).orElseThrow();
    }

    String state(String id) {
        return record(id).path("desiredState").asText();
    }

    /** Text of a custom property, empty if there is none. */
    String property(String id, String key) {
        return record(id).path("customProperties").path(key).path("string_value").asText();
    }

    @Override
    public String logs() {
        return installation.logs();
    }

    @Override
    public void clear() {
        try {
            installation.stop();
        } finally {
            if (workloads != null) {
                workloads.clear();
                workloads = null;
            }
            deleteRegistryService();
            if (registry != null) {
                registry.close();
                registry = null;
            }
            installation.forgetLeases();
        }
    }

    @Override
    public void close() {
        installation.stop();
        plane.close();
    }
}
