package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.registry.RegistryDouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real control plane with upstream's InferenceService CRD, a registry, and Drover as the overlay
 * registry ships it: its flow {@code registry} alone, with the rights of its service account.
 */
final class RegistrySite implements AutoCloseable {
    private static final String OVERLAY = "deploy/overlays/registry";
    private static final String GROUP = "/apis/serving.kserve.io/v1beta1/namespaces/ml/";

    final RegistryDouble registry = RegistryDouble.start();
    private final ControlPlane plane;
    private final Manifests manifests;
    private final List<DroverProcess> processes = new ArrayList<>();

    RegistrySite() {
        plane = ControlPlane.configure().start();
        manifests = Manifests.of(plane, OVERLAY);
        for (String namespace : List.of("ml", "odh-model-registries")) {
            plane.api()
                    .create(
                            "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}"
                                    .formatted(namespace));
        }
        manifests.applyTo(plane.api());
        plane.install(crd());
    }

    /** Upstream's CRD where the project's shared folder is mounted. */
    private static Path crd() {
        Path upstream = Path.of("../shared/crds/serving.kserve.io_inferenceservices.yaml");
        return Files.exists(upstream) ? upstream : Path.of("deploy/crds/inferenceservices.yaml");
    }

    ControlPlane plane() {
        return plane;
    }

    RawApi api() {
        return plane.api();
    }

    /** Drover with these keys beside those that lead to the registry. */
    DroverProcess start(String... more) {
        String home = manifests.namespace();
        String account = manifests.serviceAccount();
        String token =
                plane.api()
                        .post(
                                "/api/v1/namespaces/%s/serviceaccounts/%s/token"
                                        .formatted(home, account),
                                "{apiVersion: authentication.k8s.io/v1, kind: TokenRequest,"
                                        + " spec: {expirationSeconds: 3600}}")
                        .expect(201)
                        .at("/status/token");
        DroverProcess.Launch launch =
                DroverProcess.on(write("kubeconfig", plane.kubeconfig(token)))
                        .with("POD_NAMESPACE", home)
                        .with("DROVER_FLOWS", "registry")
                        .with("DROVER_REGISTRY_AT_ML_URL", registry.url())
                        .with("DROVER_REGISTRY_AUTH", "none");
        for (String key : more) {
            launch.with(key.substring(0, key.indexOf('=')), key.substring(key.indexOf('=') + 1));
        }
        return launch.reportTo(processes::add).start();
    }

    private static String write(String name, String content) {
        try {
            return Files.writeString(Files.createTempFile(name, ".yaml"), content).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Drover's name at the API server. */
    String user() {
        return "system:serviceaccount:%s:%s"
                .formatted(manifests.namespace(), manifests.serviceAccount());
    }

    /** What Drover wrote to workloads, by the server's own log. */
    List<AuditRecord> writes() {
        return plane.audit()
                .matching(
                        it ->
                                it.user().equals(user())
                                        && it.writes()
                                        && it.resource().equals("inferenceservices")
                                        && it.code() < 300);
    }

    /** Requests of Drover that its rights did not cover. */
    List<AuditRecord> denied() {
        return plane.audit()
                .matching(it -> it.user().equals(user()) && !it.decision().equals("allow"));
    }

    /** Creates {@code ml/<name>}; its uid. */
    String create(String name, String labels) {
        return api().post(
                        GROUP + "inferenceservices",
                        """
                        apiVersion: serving.kserve.io/v1beta1
                        kind: InferenceService
                        metadata:
                          name: %s
                          namespace: ml
                          labels: {%s}
                        spec:
                          predictor:
                            model:
                              modelFormat: {name: sklearn}
                              storageUri: s3://b/iris
                        """
                                .formatted(name, labels))
                .expect(201)
                .at("/metadata/uid");
    }

    static String labels(String model, String version) {
        return "modelregistry.opendatahub.io/registered-model-id: \"%s\", modelregistry.opendatahub.io/model-version-id: \"%s\""
                .formatted(model, version);
    }

    void label(String name, String key, String value) {
        api().patch(
                        GROUP + "inferenceservices/" + name,
                        "application/merge-patch+json",
                        "{\"metadata\":{\"labels\":{\"modelregistry.opendatahub.io/%s\":\"%s\"}}}"
                                .formatted(key, value))
                .expect(200);
    }

    JsonNode get(String name) {
        return api().get(GROUP + "inferenceservices/" + name).expect(200).body();
    }

    void delete(String name) {
        api().delete(GROUP + "inferenceservices/" + name).expect(200);
    }

    String link(String name) {
        return get(name)
                .path("metadata")
                .path("labels")
                .path("modelregistry.opendatahub.io/inference-service-id")
                .asText();
    }

    String awaitLink(String name) {
        await("link of " + name)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !link(name).isEmpty());
        return link(name);
    }

    ObjectNode record(String id) {
        return registry.record(id).orElseThrow();
    }

    void stop() {
        processes.forEach(DroverProcess::close);
        processes.clear();
    }

    @Override
    public void close() {
        stop();
        plane.close();
        registry.close();
    }
}
