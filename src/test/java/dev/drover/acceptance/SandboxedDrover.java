package dev.drover.acceptance;

import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.jobs.ExtractorRun;
import dev.drover.sandbox.jobs.JobsDouble;
import dev.drover.sandbox.jobs.ModelVolume;
import dev.drover.sandbox.metrics.MetricsServerDouble;
import dev.drover.sandbox.metrics.Page;
import dev.drover.sandbox.metrics.VllmPage;
import dev.drover.sandbox.registry.RegistryDouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The process before a double of the API server, with a full cluster {@code b}, an empty one {@code
 * c} and one, {@code d}, whose page answers 503; probes reach all. Beside them a model on a claim
 * of one node, which the real extractor reads, and a registry with a record of {@code iris}; {@code
 * rose} names a model that the registry does not have.
 */
final class SandboxedDrover implements AutoCloseable {
    final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    final MetricsServerDouble pages = MetricsServerDouble.start();
    final DroverProcess process;
    private final JobsDouble jobs;
    private final RegistryDouble registry = RegistryDouble.start();
    private final String registered = registry.addModel("iris");

    SandboxedDrover(Path folder) {
        busy("/b", 0.95);
        busy("/c", 0.20);
        pages.serve("/d", Page.status(503));
        for (String name : new String[] {"b", "c", "d"}) {
            provider(name);
        }
        model("llama", "b", "c");
        model("qwen", "b", "d");
        jobs = JobsDouble.start(api, new ExtractorRun(folder));
        modelOnClaim(folder);
        registry.addVersion(registered, "v1");
        workload("iris");
        workload("rose", "404");
        try {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), api.kubeconfig());
            Path routes = Files.createDirectory(folder.resolve("routes"));
            Files.writeString(routes.resolve("weights-act.camel.yaml"), "- route: { id: other }\n");
            process =
                    DroverProcess.on(kubeconfig.toString())
                            .with("DROVER_FLOWS", "weights,basemodels,registry")
                            .with("DROVER_REGISTRY_AT_DEFAULT_URL", registry.url())
                            .with("DROVER_REGISTRY_AUTH", "none")
                            .with("DROVER_REGISTRY_CLUSTER", "sandbox")
                            .with("DROVER_REGISTRY_REGISTRY_NAMESPACES", "")
                            .with("DROVER_BASEMODELS_JOB_IMAGE", "drover")
                            .with("DROVER_WEIGHTS_INTERVAL", "1s")
                            .with("DROVER_WEIGHTS_MIN_WRITE_INTERVAL", "10m") // one write each
                            .with("DROVER_ROUTES_DIRECTORY", routes.toString())
                            .with("POD_NAME", "drover-7c")
                            .with("POD_UID", "0a1b2c3d-0000")
                            .with("POD_NAMESPACE", "default")
                            .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Finishes ten requests between two scrapes. */
    private void busy(String path, double kv) {
        VllmPage page = new VllmPage("llama", Instant.now()).kv(kv).running(4);
        pages.serve(path, () -> page.finish(10, 2, 0.2).page());
    }

    private void provider(String name) {
        api.create(
                """
                apiVersion: inference.opendatahub.io/v1alpha1
                kind: ExternalProvider
                metadata: {name: %s, namespace: default}
                spec:
                  provider: remote-maas
                  endpoint: 127.0.0.1
                  auth: {type: apikey, secretRef: {name: key}}
                  config: {metrics.vllm.url: "%s", healthCheck: enabled, healthCheck.port: "%s"}
                """
                        .formatted(name, pages.url("/" + name), pages.port()));
    }

    void model(String name, String first, String second) {
        api.create(
                """
                apiVersion: inference.opendatahub.io/v1alpha1
                kind: ExternalModel
                metadata: {name: %s, namespace: default}
                spec:
                  modelName: llama
                  externalProviderRefs:
                    - {ref: {name: %s}, targetModel: llama, apiFormat: openai-chat, path: /v1/chat/completions, weight: 50}
                    - {ref: {name: %s}, targetModel: llama, apiFormat: openai-chat, path: /v1/chat/completions, weight: 50}
                """
                        .formatted(name, first, second));
    }

    private void modelOnClaim(Path volumes) {
        new ModelVolume(volumes).llama("store", "llama");
        api.create(
                """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: store, namespace: default}
                spec: {accessModes: [ReadWriteOnce]}
                ---
                apiVersion: ome.io/v1beta1
                kind: BaseModel
                metadata: {name: stored, namespace: default}
                spec: {storage: {storageUri: "pvc://store/llama"}}
                """);
        api.patchStatus(
                "persistentvolumeclaims", "default", "store", "{\"status\":{\"phase\":\"Bound\"}}");
    }

    /** A workload that serves the registered model. */
    void workload(String name) {
        workload(name, registered);
    }

    private void workload(String name, String model) {
        api.create(
                """
                apiVersion: serving.kserve.io/v1beta1
                kind: InferenceService
                metadata:
                  name: %s
                  namespace: default
                  labels: {modelregistry.opendatahub.io/registered-model-id: "%s"}
                spec:
                  predictor:
                    model: {modelFormat: {name: sklearn}, storageUri: "s3://models/iris"}
                """
                        .formatted(name, model));
    }

    Exposition metrics() {
        return Exposition.of(process.metrics());
    }

    @Override
    public void close() {
        process.close();
        jobs.close();
        registry.close();
        pages.close();
        api.close();
    }
}
