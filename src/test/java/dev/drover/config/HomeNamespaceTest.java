package dev.drover.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeNamespaceTest {
    private static final String KUBECONFIG =
            """
            apiVersion: v1
            kind: Config
            current-context: dev
            contexts:
            - name: other
              context: {cluster: c, user: u, namespace: wrong}
            - name: dev
              context: {cluster: c, user: u, namespace: team-a}
            """;

    @TempDir Path directory;
    private Path serviceAccount;
    private Path kubeconfig;

    @BeforeEach
    void files() {
        serviceAccount = directory.resolve("namespace");
        kubeconfig = directory.resolve("kubeconfig");
    }

    @Test
    void believesTheDownwardApiFirst() throws IOException {
        Files.writeString(serviceAccount, "of-account");

        assertThat(home(Map.of("POD_NAMESPACE", "of-pod"))).isEqualTo("of-pod");
    }

    @Test
    void believesTheServiceAccountBeforeTheKubeconfig() throws IOException {
        Files.writeString(serviceAccount, "of-account\n");
        Files.writeString(kubeconfig, KUBECONFIG);

        assertThat(home(Map.of("POD_NAMESPACE", "", "KUBECONFIG", kubeconfig.toString())))
                .isEqualTo("of-account");
    }

    @Test
    void takesTheCurrentContextsNamespace() throws IOException {
        Files.writeString(kubeconfig, KUBECONFIG);

        assertThat(home(Map.of("KUBECONFIG", "absent" + File.pathSeparator + kubeconfig)))
                .isEqualTo("team-a");
    }

    @Test
    void readsTheUsersKubeconfigWithoutTheVariable() throws IOException {
        Files.createDirectory(directory.resolve(".kube"));
        Files.writeString(directory.resolve(".kube/config"), KUBECONFIG);

        assertThat(home(Map.of("HOME", directory.toString()))).isEqualTo("team-a");
    }

    @Test
    void fallsBackToDefault() throws IOException {
        Files.writeString(kubeconfig, "{ not yaml");

        assertThat(home(Map.of("KUBECONFIG", kubeconfig.toString()))).isEqualTo("default");
        assertThat(home(Map.of("HOME", directory.toString()))).isEqualTo("default");
    }

    private String home(Map<String, String> environment) {
        return new HomeNamespace(serviceAccount).apply(environment);
    }
}
