package dev.drover.sandbox.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.sandbox.RawApi;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tests may expect of the launched control plane itself. */
@RealApi
@Timeout(120)
class ControlPlaneTest {
    private static final Path MODELS = Path.of("deploy", "crds", "externalmodels.yaml");

    private final ControlPlane plane;
    private final FreshNamespace namespace;

    ControlPlaneTest(ControlPlane plane, FreshNamespace namespace) {
        this.plane = plane;
        this.namespace = namespace;
    }

    @Test
    void servesTheKindsOfInstalledCrds() {
        plane.install(MODELS);
        String models = "/apis/inference.opendatahub.io/v1alpha1/externalmodels";
        plane.api().get(models).expect(200);
        try (var client = plane.client()) {
            assertThat(client.configMaps().inNamespace(namespace.name()).list().getItems())
                    .isEmpty();
        }
    }

    @Test
    void holdsServiceAccountsToTheirRights() {
        String token = plane.serviceAccountToken(namespace.name(), "reader");
        String path = "/api/v1/namespaces/" + namespace + "/configmaps";
        RawApi.Reply refused = plane.api(token).get(path);
        assertThat(refused.code()).isEqualTo(403);
        plane.api()
                .create(
                        """
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: Role
                        metadata: {name: reader, namespace: %1$s}
                        rules: [{apiGroups: [""], resources: [configmaps], verbs: [list]}]
                        ---
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: RoleBinding
                        metadata: {name: reader, namespace: %1$s}
                        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
                        subjects: [{kind: ServiceAccount, name: reader, namespace: %1$s}]
                        """
                                .formatted(namespace));
        await().until(() -> plane.api(token).get(path).code() == 200);
    }

    @Test
    void recordsWhoDidWhat() {
        String token = plane.serviceAccountToken(namespace.name(), "writer");
        String user = "system:serviceaccount:" + namespace + ":writer";
        plane.api(token)
                .post(
                        "/api/v1/namespaces/" + namespace + "/configmaps",
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}")
                .expect(403);
        await().until(() -> !plane.audit().writesOf(user).isEmpty());
        AuditRecord record = plane.audit().writesOf(user).get(0);
        assertThat(record.verb()).isEqualTo("create");
        assertThat(record.resource()).isEqualTo("configmaps");
        assertThat(record.code()).isEqualTo(403);
        assertThat(record.answered()).isAfterOrEqualTo(record.received());
    }

    @Test
    void keepsItsStateAndPortWhenTheApiServerIsKilled() {
        try (ControlPlane own = ControlPlane.configure().start()) {
            String path = "/api/v1/namespaces/default/configmaps";
            own.api()
                    .post(path, "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}")
                    .expect(201);
            String before = own.api().get(path).at("/metadata/resourceVersion");
            for (String value : List.of("a", "b")) {
                own.api()
                        .patch(
                                path + "/x",
                                RawApi.MERGE_PATCH,
                                "{\"data\":{\"k\":\"" + value + "\"}}")
                        .expect(200);
            }
            own.compact();
            own.killApiServer();
            own.startApiServer();
            own.api().get(path + "/x").expect(200);
            String watch = path + "?watch=true&timeoutSeconds=1&resourceVersion=" + before;
            assertThat(own.api().get(watch).text()).contains("\"code\":410");
        }
    }
}
