package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.AuditRecord;
import java.time.Duration;
import java.util.List;

/** Models, claims and Jobs of one namespace, as their users see them. */
record ModelTeam(RawApi api, String namespace) {
    private static final String OME = "/apis/ome.io/v1beta1/";

    /** A claim that is bound to a volume of its own. */
    ModelTeam claim(String name) {
        return claim(name, "ReadWriteMany");
    }

    ModelTeam claim(String name, String accessMode) {
        volumes().claim(name, accessMode);
        return this;
    }

    TeamVolumes volumes() {
        return new TeamVolumes(api, namespace);
    }

    ModelTeam model(String name, String uri) {
        return model(name, uri, "");
    }

    /**
     * @param spec further fields, as {@code modelType: mine, maxTokens: 1}
     */
    ModelTeam model(String name, String uri, String spec) {
        api.create(
                """
                apiVersion: ome.io/v1beta1
                kind: BaseModel
                metadata: {name: %s, namespace: %s}
                spec: {storage: {storageUri: %s} %s}
                """
                        .formatted(
                                name, namespace, quoted(uri), spec.isEmpty() ? "" : ", " + spec));
        return this;
    }

    ModelTeam clusterModel(String name, String uri) {
        api.create(
                """
                apiVersion: ome.io/v1beta1
                kind: ClusterBaseModel
                metadata: {name: %s, labels: {team: %s}}
                spec: {storage: {storageUri: %s}}
                """
                        .formatted(name, namespace, quoted(uri)));
        return this;
    }

    /** As a scalar of YAML and JSON. */
    private static String quoted(String text) {
        return JsonNodeFactory.instance.textNode(text).toString();
    }

    /**
     * @param storage further fields of {@code spec.storage}
     */
    ModelTeam modelOn(String name, String uri, String storage) {
        api.create(
                """
                apiVersion: ome.io/v1beta1
                kind: BaseModel
                metadata: {name: %s, namespace: %s}
                spec: {storage: {storageUri: "%s", %s}}
                """
                        .formatted(name, namespace, uri, storage));
        return this;
    }

    TeamAdmission admission() {
        return new TeamAdmission(api, namespace);
    }

    /** A merge patch by a user. */
    void edit(String path, String mergePatch) {
        api.patch(path, RawApi.MERGE_PATCH, mergePatch).expect(200);
    }

    void deleteModel(String name) {
        api.delete(model(name)).expect(200);
    }

    void deleteJobs() {
        api.delete(jobsPath() + "?propagationPolicy=Background").expect(200);
        await().until(() -> jobs().isEmpty());
    }

    /** As if Drover had ended between the Job and the status. */
    void forgetStatus(String model) {
        editStatus(model, "{\"status\":null}");
    }

    /** Another controller writes. */
    void editStatus(String model, String mergePatch) {
        edit(model(model) + "/status", mergePatch);
    }

    /** A Pod of a user that has the claim mounted on this node. */
    void podOn(String node, String claim) {
        api.create(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: server, namespace: %s}
                spec:
                  nodeName: %s
                  containers: [{name: server, image: server}]
                  volumes: [{name: model, persistentVolumeClaim: {claimName: %s}}]
                """
                        .formatted(namespace, node, claim));
    }

    void deletePod(String name) {
        api.delete(core("pods", name) + "?gracePeriodSeconds=0").expect(200);
    }

    /** A metadata Job as OME's own controller makes it, held so that nothing comes of it. */
    void foreignJob(String model) {
        api.create(
                """
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: %1$s-metadata-0123abcd
                  namespace: %2$s
                  labels: {models.ome/model-scope: namespaced, models.ome/model-name: %1$s}
                  ownerReferences:
                    - {apiVersion: ome.io/v1beta1, kind: BaseModel, name: %1$s, uid: %3$s, controller: true}
                spec:
                  suspend: true
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: agent, image: agent}]
                """
                        .formatted(model, namespace, get(model).at("/metadata/uid").asText()));
    }

    /** A Job of somebody who has nothing to do with models, held likewise. */
    void strangersJob(String name) {
        api.create(
                """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: %s, namespace: %s, labels: {app: backup}}
                spec:
                  suspend: true
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: backup, image: backup}]
                """
                        .formatted(name, namespace));
    }

    void suspend(JsonNode job) {
        editJob(job, "{\"spec\":{\"suspend\":true}}");
    }

    void editJob(JsonNode job, String mergePatch) {
        edit(job(job.at("/metadata/name").asText()), mergePatch);
    }

    void deleteJob(JsonNode job) {
        String one = job(job.at("/metadata/name").asText());
        api.delete(one + "?propagationPolicy=Background").expect(200);
    }

    /** What the kubelet reports when the container of this Pod has ended. */
    void endPod(JsonNode pod, int exitCode, String message) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("phase", exitCode == 0 ? "Succeeded" : "Failed");
        ObjectNode container = status.putArray("containerStatuses").addObject();
        container.put("name", "extract").put("image", "drover").put("imageID", "");
        container.put("ready", false).put("restartCount", 0);
        container
                .putObject("state")
                .putObject("terminated")
                .put("exitCode", exitCode)
                .put("message", message);
        patchStatus(pod, status);
    }

    /** What the kubelet reports of a Pod that had to leave its node. */
    void evict(JsonNode pod) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("phase", "Failed").put("reason", "Evicted");
        status.putArray("conditions")
                .addObject()
                .put("type", "DisruptionTarget")
                .put("status", "True")
                .put("reason", "TerminationByKubelet");
        patchStatus(pod, status);
    }

    private void patchStatus(JsonNode pod, ObjectNode status) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("status", status);
        String path = core("pods", pod.at("/metadata/name").asText()) + "/status";
        api.patch(path, RawApi.MERGE_PATCH, patch.toString()).expect(200);
    }

    /** What the extractor would say in this Job. */
    String result(JsonNode job, String fields) {
        return """
        {"v":1,"fp":"%s","ok":true,"foundAt":"config.json","fields":%s,\
        "parameterCount":1000,"parameterSource":"index","warnings":[]}\
        """
                .formatted(
                        job.at("/metadata/annotations/drover.dev~1fingerprint").asText(), fields);
    }

    JsonNode get(String model) {
        return api.get(model(model)).expect(200).body();
    }

    JsonNode getCluster(String model) {
        return api.get(OME + "clusterbasemodels/" + model).expect(200).body();
    }

    /** Waits until the condition Ready tells this cause; returns the model. */
    JsonNode awaitCause(String model, String cause) {
        return awaitCause(model, cause, Duration.ofSeconds(30));
    }

    JsonNode awaitCause(String model, String cause, Duration atMost) {
        await(model)
                .atMost(atMost)
                .untilAsserted(() -> assertThat(message(get(model))).startsWith(cause + ":"));
        return get(model);
    }

    /** Message of the condition Ready; empty when there is none. */
    static String message(JsonNode model) {
        return condition(model, "Ready").path("message").asText();
    }

    static JsonNode condition(JsonNode model, String type) {
        for (JsonNode condition : model.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return model.path("none");
    }

    /** The annotation {@code drover.dev/extraction}; empty when there is none. */
    static JsonNode extraction(JsonNode model) {
        return annotation(model, "extraction");
    }

    /** What stands in this annotation of Drover's, which is JSON. */
    static JsonNode annotation(JsonNode model, String name) {
        String text = model.at("/metadata/annotations/drover.dev~1" + name).asText();
        return text.isEmpty() ? model.path("none") : RawApi.documents(text).get(0);
    }

    static String state(JsonNode model) {
        return model.at("/status/state").asText();
    }

    List<JsonNode> jobs() {
        return items(jobsPath());
    }

    List<JsonNode> pods() {
        return items("/api/v1/namespaces/" + namespace + "/pods");
    }

    /** Events of Drover about models of this namespace. */
    List<String> reasons() {
        return items("/apis/events.k8s.io/v1/namespaces/" + namespace + "/events").stream()
                .filter(event -> event.path("reportingController").asText().contains("drover"))
                .map(event -> event.path("reason").asText())
                .toList();
    }

    private List<JsonNode> items(String path) {
        return api.get(path).expect(200).body().path("items").valueStream().toList();
    }

    private String job(String name) {
        return jobsPath() + "/" + name;
    }

    private String jobsPath() {
        return "/apis/batch/v1/namespaces/" + namespace + "/jobs";
    }

    String model(String name) {
        return OME + "namespaces/" + namespace + "/basemodels/" + name;
    }

    String core(String plural, String name) {
        return "/api/v1/namespaces/" + namespace + "/" + plural + "/" + name;
    }

    /** True for an object of this namespace, or one of the cluster that has its name in its own. */
    boolean concerns(AuditRecord record) {
        return record.namespace().isEmpty()
                ? record.name().contains(namespace)
                : record.namespace().equals(namespace);
    }

    /** Removes everything. */
    void clear() {
        api.delete(OME + "namespaces/" + namespace + "/basemodels");
        api.delete(OME + "clusterbasemodels?labelSelector=team=" + namespace);
        api.delete(jobsPath() + "?propagationPolicy=Background");
        api.delete("/api/v1/namespaces/" + namespace);
        api.delete("/api/v1/persistentvolumes?labelSelector=team=" + namespace);
        api.delete("/apis/storage.k8s.io/v1/storageclasses?labelSelector=team=" + namespace);
    }
}
