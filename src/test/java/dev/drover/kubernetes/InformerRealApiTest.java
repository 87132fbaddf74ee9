package dev.drover.kubernetes;

import static dev.drover.kubernetes.InformerRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.drover.kubernetes.InformerRig.Transport;
import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.controlplane.RealApi;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The informer with its production times before a real kube-apiserver that is ill-treated. */
@RealApi
@Timeout(180)
class InformerRealApiTest {
    private static final InformerSettings PRODUCTION =
            InformerSettings.relistingEvery(Duration.ofHours(1));
    private static final InformerKey CONFIG_MAPS =
            new InformerKey(ResourceType.parse("v1/configmaps"), List.of("default"), "", "");
    private static final String PATH = "/api/v1/namespaces/default/configmaps";

    private static ControlPlane plane;

    @TempDir Path directory;

    @BeforeAll
    static void start() {
        plane = ControlPlane.configure().start();
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @ParameterizedTest
    @EnumSource
    void catchesUpWithinTenSecondsOfTheServersReturn(Transport transport) {
        String name = "restart-" + transport.name().toLowerCase(Locale.ROOT);
        try (InformerRig rig = rig(transport, CONFIG_MAPS)) {
            eventually(rig.informer::fresh);
            create(name);
            rig.awaitTold("ADDED default/" + name + " null->null");
            plane.killApiServer();
            eventually(() -> !rig.informer.disconnectedFor().isZero());
            plane.startApiServer();
            create(name + "-after");
            eventually(
                    () ->
                            rig.informer
                                    .get(ObjectKey.parse("default/" + name + "-after"))
                                    .isPresent());
            eventually(() -> rig.informer.fresh() && rig.informer.lastError().isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource
    void healsWhenTheRightToListIsGrantedLater(Transport transport) throws IOException {
        String user = "reader-" + transport.name().toLowerCase(Locale.ROOT);
        String kubeconfig = plane.kubeconfig(plane.serviceAccountToken("default", user));
        Path file = Files.writeString(directory.resolve(user), kubeconfig);
        Config config = Config.fromKubeconfig(file.toFile());
        create(user);
        try (InformerRig rig = new InformerRig(config, transport, PRODUCTION, CONFIG_MAPS)) {
            eventually(() -> rig.informer.lastError().orElse("").contains("403"));
            assertThat(rig.informer.synced()).isFalse();
            plane.api()
                    .create(
                            """
                            apiVersion: rbac.authorization.k8s.io/v1
                            kind: Role
                            metadata: {name: %1$s, namespace: default}
                            rules: [{apiGroups: [""], resources: [configmaps], verbs: [list, watch]}]
                            ---
                            apiVersion: rbac.authorization.k8s.io/v1
                            kind: RoleBinding
                            metadata: {name: %1$s, namespace: default}
                            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: %1$s}
                            subjects: [{kind: ServiceAccount, name: %1$s, namespace: default}]
                            """
                                    .formatted(user));
            await().atMost(Duration.ofSeconds(30)).until(rig.informer::fresh);
            assertThat(rig.informer.get(ObjectKey.parse("default/" + user))).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void followsACrdThatComesAndGoes(Transport transport) {
        ResourceType type = ResourceType.parse("inference.opendatahub.io/v1alpha1/externalmodels");
        InformerSettings production = InformerSettings.relistingEvery(Duration.ofHours(1));
        InformerSettings looking =
                new InformerSettings(
                        production.relist(),
                        production.stalledAfter(),
                        Duration.ofSeconds(1),
                        production.firstRetry(),
                        production.openTimeout(),
                        production.keptUnused(),
                        production.pageSize());
        Config config = Config.fromKubeconfig(plane.kubeconfig().toFile());
        try (InformerRig rig = new InformerRig(config, transport, looking, InformerKey.of(type))) {
            eventually(rig.informer::missing);
            plane.install(Path.of("deploy", "crds", "externalmodels.yaml"));
            await().atMost(Duration.ofSeconds(30)).until(rig.informer::fresh);
            plane.api()
                    .delete(
                            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/"
                                    + type.qualifiedName())
                    .expect(200);
            await().atMost(Duration.ofSeconds(60)).until(rig.informer::missing);
            assertThat(rig.told).isEmpty();
        }
    }

    private InformerRig rig(Transport transport, InformerKey key) {
        return new InformerRig(
                Config.fromKubeconfig(plane.kubeconfig().toFile()), transport, PRODUCTION, key);
    }

    private static void create(String name) {
        plane.api()
                .post(
                        PATH,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}}".formatted(name))
                .expect(201);
    }
}
