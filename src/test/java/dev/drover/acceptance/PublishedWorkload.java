package dev.drover.acceptance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Random;

/**
 * InferenceServices of the shape that KServe's and Open Data Hub's documentation publish: a
 * runtime, arguments, environment, tolerations, the dashboard's annotations, {@code kubectl}'s copy
 * of the whole, and the status that KServe's controller leaves. Sizes are spread evenly by their
 * logarithm; the same seed makes the same objects.
 */
final class PublishedWorkload {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final String NAMESPACE = "ml";
    private static final double LEAST_BYTES = 1_300; // of spec and annotations
    private static final double MOST_BYTES = 15_000;

    private final Random random;
    private final String labels;

    /**
     * @param labels M and V as JSON members
     */
    PublishedWorkload(long seed, String labels) {
        this.random = new Random(seed);
        this.labels = labels;
    }

    /** As a user applies it. */
    ObjectNode applied(String name) {
        ObjectNode object = json(SPEC.formatted(name, NAMESPACE, labels, name));
        int bytes = (int) (LEAST_BYTES * Math.pow(MOST_BYTES / LEAST_BYTES, random.nextDouble()));
        ArrayNode environment = object.withObject("/spec/predictor/model").withArray("env");
        for (int left = (bytes - object.toString().length()) / 2; left > 0; ) {
            ObjectNode variable = JsonNodeFactory.instance.objectNode();
            variable.put("name", "VLLM_SETTING_" + environment.size());
            variable.put("value", Long.toHexString(random.nextLong()).repeat(3));
            environment.add(variable);
            left -= variable.toString().length();
        }
        object.withObject("/metadata/annotations")
                .put("kubectl.kubernetes.io/last-applied-configuration", object.toString());
        return object;
    }

    /** What KServe's controller says of it once it serves. */
    static String status(String name) {
        return STATUS.formatted(name, NAMESPACE);
    }

    /** The object that this text is. */
    static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static final String SPEC =
            """
            {"apiVersion": "serving.kserve.io/v1beta1", "kind": "InferenceService",
             "metadata": {"name": "%s", "namespace": "%s",
              "labels": {"opendatahub.io/dashboard": "true", "networking.kserve.io/visibility": "exposed", %s},
              "annotations": {
               "openshift.io/display-name": "A model that answers",
               "opendatahub.io/hardware-profile-name": "gpu-large",
               "opendatahub.io/model-type": "generative",
               "security.opendatahub.io/enable-auth": "false",
               "serving.kserve.io/deploymentMode": "RawDeployment"}},
             "spec": {"predictor": {
              "automountServiceAccountToken": false, "maxReplicas": 1, "minReplicas": 1,
              "deploymentStrategy": {"type": "RollingUpdate"},
              "tolerations": [{"effect": "NoSchedule", "key": "nvidia.com/gpu", "operator": "Exists"}],
              "model": {
               "modelFormat": {"name": "vLLM"}, "runtime": "vllm-cuda-runtime",
               "storage": {"key": "models", "path": "registered/%s"},
               "args": ["--max-model-len=8192", "--gpu-memory-utilization=0.92"],
               "resources": {"limits": {"cpu": "8", "memory": "32Gi", "nvidia.com/gpu": "1"},
                             "requests": {"cpu": "4", "memory": "16Gi", "nvidia.com/gpu": "1"}}}}}}
            """;

    private static final String STATUS =
            """
            {"address": {"url": "http://%1$s-predictor.%2$s.svc.cluster.local:8080"},
             "url": "http://%1$s-predictor.%2$s.svc.cluster.local:8080",
             "clusterServingRuntimeName": "vllm-cuda-runtime", "deploymentMode": "RawDeployment",
             "components": {"predictor": {"latestCreatedRevision": "1",
               "url": "http://%1$s-predictor-%2$s.example.com"}},
             "conditions": [
              {"lastTransitionTime": "2026-11-30T09:12:31Z", "status": "True", "type": "IngressReady"},
              {"lastTransitionTime": "2026-11-30T09:12:30Z", "status": "True", "type": "PredictorReady"},
              {"lastTransitionTime": "2026-11-30T09:12:31Z", "status": "True", "type": "Ready"},
              {"lastTransitionTime": "2026-11-30T09:12:29Z", "severity": "Info", "status": "False",
               "reason": "Stopped", "message": "not stopped", "type": "Stopped"}],
             "modelStatus": {"copies": {"failedCopies": 0, "totalCopies": 1},
              "states": {"activeModelState": "Loaded", "targetModelState": "Loaded"},
              "transitionStatus": "UpToDate"},
             "observedGeneration": 1}
            """;
}
