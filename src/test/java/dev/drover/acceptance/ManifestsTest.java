package dev.drover.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kustomization of {@code deploy/}, as a real API server sees it. */
@Acceptance
@Timeout(60)
class ManifestsTest {
    private final Site site;

    ManifestsTest(Site site) {
        this.site = site;
    }

    static Stream<String> kustomizations() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("deploy"))) {
            return files
                    .filter(file -> file.endsWith("kustomization.yaml"))
                    .map(file -> file.getParent().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("kustomizations")
    void buildsAndPassesAServerSideDryRun(String folder) {
        Manifests manifests = Manifests.of(site.plane(), folder);
        assertThat(manifests.objects()).isNotEmpty();
        makeNamespaces(manifests);
        String text =
                site.plane()
                        .kubectl()
                        .runWith(
                                manifests.yaml(),
                                "apply",
                                "--server-side",
                                "--dry-run=server",
                                "--force-conflicts",
                                "-f",
                                "-")
                        .expectSuccess();
        assertThat(text).doesNotContain("Warning");
    }

    /** What Drover advises where a right is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"weight-controller", "registry-llm", "ome-agent", "all"})
    void theRightsOfAnOverlayCanBeAppliedAlone(String overlay) {
        String folder = "deploy/overlays/" + overlay;
        Manifests manifests = Manifests.of(site.plane(), folder);
        makeNamespaces(manifests);
        String text =
                site.plane()
                        .kubectl()
                        .run(
                                "apply",
                                "--dry-run=server",
                                "-l",
                                "drover.dev/part=rbac",
                                "-k",
                                folder)
                        .expectSuccess();
        assertThat(text.lines().filter(it -> !it.startsWith("Warning"))) // of how it was made
                .hasSize(
                        (int)
                                Stream.of(
                                                "ServiceAccount",
                                                "Role",
                                                "RoleBinding",
                                                "ClusterRole",
                                                "ClusterRoleBinding")
                                        .flatMap(manifests::of)
                                        .count())
                .noneMatch(it -> it.startsWith("configmap/"));
    }

    @Test
    void theSampleOfAModelIsTakenWithoutAWarning() {
        String text =
                site.plane()
                        .kubectl()
                        .run(
                                "apply",
                                "--server-side",
                                "--dry-run=server",
                                "--force-conflicts",
                                "-f",
                                "samples/externalmodel-multi-cluster.yaml")
                        .expectSuccess();
        assertThat(text)
                .contains("externalmodel.inference.opendatahub.io/llama-3-70b-multi")
                .doesNotContain("Warning");
    }

    @ParameterizedTest
    @MethodSource("kustomizations")
    void makesPodsThatAreAdmittedWherePodSecurityIsRestricted(String folder) {
        Manifests manifests = Manifests.of(site.plane(), folder);
        if (manifests.of("Namespace").findAny().isEmpty()) {
            return; // a part of base/default, which is here too
        }
        makeNamespaces(manifests);
        manifests.applyTo(site.plane().api());
        assertThat(
                        manifests
                                .one("Namespace")
                                .at("/metadata/labels/pod-security.kubernetes.io~1enforce")
                                .asText())
                .isEqualTo("restricted");
        String pods = "/api/v1/namespaces/" + manifests.namespace() + "/pods?dryRun=All";
        var reply = site.plane().api().post(pods, manifests.pod("admitted").toString()).expect(201);
        assertThat(reply.warnings()).isEmpty();
    }

    /**
     * A dry run leaves none behind for what follows, and some are of the platform that is served.
     */
    private void makeNamespaces(Manifests manifests) {
        manifests.of("Namespace").forEach(n -> site.plane().api().create(n.toString()));
        manifests.objects().stream()
                .map(object -> object.at("/metadata/namespace").asText())
                .filter(name -> !name.isEmpty())
                .distinct()
                .forEach(
                        name ->
                                site.plane()
                                        .api()
                                        .create(
                                                "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}"
                                                        .formatted(name)));
    }
}
