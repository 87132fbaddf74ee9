package dev.drover.sandbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.sandbox.RawApi.Reply;
import org.junit.jupiter.api.Test;

/** Built-in kinds that a controller writes: Events in both forms, Leases, Jobs. */
abstract class BuiltInContract extends ApiContract {
    private static final String NOTE = "weights changed";

    BuiltInContract(Subject subject) {
        super(subject);
    }

    @Test
    void showsAnEventInBothForms() {
        Reply reply = api.post(events(), event("e1", subject.namespace(), NOTE)).expect(201);
        assertThat(reply.at("/note")).isEqualTo(NOTE);
        Reply core = api.get(subject.core("events") + "/e1").expect(200);
        assertThat(core.at("/message")).isEqualTo(NOTE);
        assertThat(core.at("/involvedObject/name")).isEqualTo("m");
        assertThat(core.at("/reportingComponent")).isEqualTo("drover");
        Reply series =
                mergePatch(
                                events() + "/e1",
                                "{'series':{'count':2,'lastObservedTime':'2026-11-30T10:00:01.000000Z'}}")
                        .expect(200);
        assertThat(series.at("/series/count")).isEqualTo("2");
        assertThat(series.at("/regarding/name")).isEqualTo("m");
    }

    @Test
    void refusesAnEventOfAnotherNamespaceInTheCoreFormOnly() {
        api.post(events(), event("e5", "elsewhere", NOTE)).expect(201);
        Reply reply = api.post(subject.core("events"), coreEvent("e2", "elsewhere", NOTE));
        assertInvalid(reply, "involvedObject.namespace", "FieldValueInvalid");
        assertThat(reply.at("/message")).contains("does not match event.namespace");
    }

    @Test
    void refusesALongNoteInTheNewerFormOnly() {
        Reply reply = api.post(events(), event("e3", subject.namespace(), "x".repeat(1025)));
        assertThat(reply.code()).isEqualTo(422);
        String core = coreEvent("e4", subject.namespace(), "x".repeat(1025));
        api.post(subject.core("events"), core).expect(201);
    }

    @Test
    void keepsALeaseAndItsVersion() {
        String leases =
                "/apis/coordination.k8s.io/v1/namespaces/" + subject.namespace() + "/leases";
        String lease =
                """
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: l%s}
                spec: {holderIdentity: %s, leaseDurationSeconds: 15}
                """;
        Reply created = api.post(leases, lease.formatted("", "a")).expect(201);
        assertThat(created.body().at("/metadata").has("generation")).isFalse();
        String old = ", resourceVersion: \"" + version(created) + "\"";
        api.put(leases + "/l", lease.formatted(old, "b")).expect(200);
        Reply late = api.put(leases + "/l", lease.formatted(old, "c"));
        assertThat(late.code()).isEqualTo(409);
        assertThat(late.at("/message")).contains("the object has been modified");
        assertThat(api.get(leases + "/l").at("/spec/holderIdentity")).isEqualTo("b");
    }

    @Test
    void fillsDefaultsOfAJobAndFreezesItsTemplate() {
        String jobs = "/apis/batch/v1/namespaces/" + subject.namespace() + "/jobs";
        Reply job =
                api.post(
                                jobs,
                                """
                                apiVersion: batch/v1
                                kind: Job
                                metadata: {name: j}
                                spec:
                                  template:
                                    spec:
                                      restartPolicy: Never
                                      containers: [{name: c, image: i}]
                                """)
                        .expect(201);
        assertThat(job.at("/spec/suspend")).isEqualTo("false");
        assertThat(job.at("/spec/completionMode")).isEqualTo("NonIndexed");
        assertThat(job.at("/spec/podReplacementPolicy")).isEqualTo("TerminatingOrFailed");
        Reply reply =
                mergePatch(
                        jobs + "/j", "{'spec':{'template':{'spec':{'activeDeadlineSeconds':5}}}}");
        assertInvalid(reply, "spec.template", "FieldValueInvalid");
    }

    private String events() {
        return "/apis/events.k8s.io/v1/namespaces/" + subject.namespace() + "/events";
    }

    private static String event(String name, String regarding, String note) {
        return """
        apiVersion: events.k8s.io/v1
        kind: Event
        metadata: {name: %s}
        eventTime: "2026-11-30T10:00:00.000000Z"
        reportingController: drover
        reportingInstance: drover-0
        action: PatchWeights
        reason: WeightsChanged
        type: Normal
        note: %s
        regarding: {kind: ConfigMap, apiVersion: v1, name: m, namespace: %s}
        """
                .formatted(name, note, regarding);
    }

    private static String coreEvent(String name, String involved, String message) {
        return """
        apiVersion: v1
        kind: Event
        metadata: {name: %s}
        involvedObject: {kind: ConfigMap, name: m, namespace: %s}
        message: %s
        """
                .formatted(name, involved, message);
    }
}
