package dev.drover.acceptance;

import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.RawApi;
import java.time.Duration;

/** Quotas, policies and webhooks that stand between Drover and its Jobs in one namespace. */
record TeamAdmission(RawApi api, String namespace) {
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";

    void quota(String hard) {
        api.create(
                """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: quota, namespace: %s}
                spec: {hard: %s}
                """
                        .formatted(namespace, hard));
        await().until(() -> api.get(quotas() + "/quota").body().path("status").has("hard"));
    }

    void dropQuota() {
        api.delete(quotas() + "/quota").expect(200);
    }

    /** No Job is created in this namespace until {@link #allow}. */
    void denyJobs(String why) {
        deny("jobs", "apiGroups: [batch], apiVersions: [v1], operations: [CREATE]", "false", why);
        awaitRefusal();
    }

    /** No model of this namespace, of which this is one, is given a type until {@link #allow}. */
    void denyTypes(String model, String why) {
        deny(
                "basemodels",
                "apiGroups: [ome.io], apiVersions: [v1beta1], operations: [UPDATE]",
                "!has(object.spec.modelType)",
                why);
        await().atMost(Duration.ofSeconds(30))
                .until(
                        () ->
                                api.patch(
                                                        model + "?dryRun=All",
                                                        RawApi.MERGE_PATCH,
                                                        "{\"spec\":{\"modelType\":\"probe\"}}")
                                                .code()
                                        != 200);
    }

    private void deny(String resource, String operation, String allowed, String why) {
        api.create(
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: %1$s-%2$s}
                spec:
                  matchConstraints:
                    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
                    resourceRules:
                      - {%3$s, resources: [%2$s]}
                  validations: [{expression: "%4$s", message: "%5$s"}]
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: %1$s-%2$s}
                spec: {policyName: %1$s-%2$s, validationActions: [Deny]}
                """
                        .formatted(namespace, resource, operation, allowed, why));
    }

    /** A webhook about Jobs of this namespace that nobody answers, until {@link #mendWebhook}. */
    void breakWebhook() {
        api.create(
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingWebhookConfiguration
                metadata: {name: %1$s-jobs}
                webhooks:
                  - name: jobs.%1$s.example.com
                    clientConfig: {url: "https://127.0.0.1:1/"}
                    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
                    rules:
                      - {apiGroups: [batch], apiVersions: [v1], operations: [CREATE], resources: [jobs]}
                    sideEffects: None
                    admissionReviewVersions: [v1]
                """
                        .formatted(namespace));
        awaitRefusal();
    }

    void mendWebhook() {
        api.delete(GROUP + "validatingwebhookconfigurations/" + namespace + "-jobs").expect(200);
    }

    /** The server takes up what was configured a moment later. */
    private void awaitRefusal() {
        String dryRun = "/apis/batch/v1/namespaces/" + namespace + "/jobs?dryRun=All";
        String job =
                "{apiVersion: batch/v1, kind: Job, metadata: {name: probe}, spec: {template: {spec:"
                        + " {restartPolicy: Never, containers: [{name: a, image: a}]}}}}";
        await().atMost(Duration.ofSeconds(30)).until(() -> api.post(dryRun, job).code() != 201);
    }

    /** Takes back what was denied about {@code jobs} or {@code basemodels}. */
    void allow(String resource) {
        String name = namespace + "-" + resource;
        api.delete(GROUP + "validatingadmissionpolicybindings/" + name).expect(200);
        api.delete(GROUP + "validatingadmissionpolicies/" + name).expect(200);
    }

    private String quotas() {
        return "/api/v1/namespaces/" + namespace + "/resourcequotas";
    }
}
