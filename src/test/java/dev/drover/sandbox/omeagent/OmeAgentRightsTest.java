package dev.drover.sandbox.omeagent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.controlplane.FreshNamespace;
import dev.drover.sandbox.controlplane.RealApi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the agent may do: with the rights of its Role all that it needs, without them nothing. */
@RealApi
@Timeout(60)
class OmeAgentRightsTest {
    private static final String ACCOUNT = "ome-model-metadata";

    private final RawApi api;
    private final String namespace;
    private final ObjectNode job;
    private final OmeAgent agent;

    OmeAgentRightsTest(ControlPlane plane, FreshNamespace namespace) {
        this.api = plane.api();
        this.namespace = namespace.name();
        this.job = job(this.namespace);
        this.agent = new OmeAgent(OmeAgent.asTheJob(api), any -> AgentFinding.ready("{}"));
    }

    @BeforeEach
    void account() {
        api.create(
                "{apiVersion: v1, kind: ServiceAccount, metadata: {name: %s, namespace: %s}}"
                        .formatted(ACCOUNT, namespace));
    }

    @Test
    void reportsTwiceWithTheRightsOfItsRole() {
        grant();
        assertThat(agent.run(job)).isZero();
        assertThat(agent.run(job)).isZero();
        assertThat(reports()).hasSize(1);
    }

    @Test
    void reportsNothingWithoutThem() {
        assertThat(agent.run(job)).isEqualTo(1);
        assertThat(reports()).isEmpty();
    }

    private void grant() {
        api.create(
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: drover-metadata-agent, namespace: %1$s}
                rules: [{apiGroups: [""], resources: [configmaps], verbs: [create, get, update]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: %2$s-%1$s, namespace: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: drover-metadata-agent}
                subjects: [{kind: ServiceAccount, name: %2$s, namespace: %1$s}]
                """
                        .formatted(namespace, ACCOUNT));
    }

    private Iterable<?> reports() {
        return api.get(
                        "/api/v1/namespaces/%s/configmaps?labelSelector=models.ome/pvc-status=true"
                                .formatted(namespace))
                .expect(200)
                .body()
                .path("items");
    }

    private static ObjectNode job(String namespace) {
        ObjectNode job = OmeAgentTest.job("llama", "--basemodel-namespace, " + namespace);
        job.withObject("/metadata").put("namespace", namespace);
        ObjectNode variable = (ObjectNode) job.at("/spec/template/spec/containers/0/env/0");
        variable.put("value", namespace);
        return job;
    }
}
