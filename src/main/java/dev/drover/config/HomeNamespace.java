package dev.drover.config;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The namespace that this process lives in: {@code POD_NAMESPACE}, else what the service account's
 * volume says, else that of the kubeconfig's current context, else {@code default}.
 */
final class HomeNamespace implements Function<Map<String, String>, String> {
    private static final Path SERVICE_ACCOUNT =
            Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

    private final Path serviceAccount;

    HomeNamespace() {
        this(SERVICE_ACCOUNT);
    }

    HomeNamespace(Path serviceAccount) {
        this.serviceAccount = serviceAccount;
    }

    @Override
    public String apply(Map<String, String> environment) {
        return filled(environment.get("POD_NAMESPACE"))
                .or(this::ofServiceAccount)
                .or(() -> ofKubeconfig(environment))
                .orElse("default");
    }

    private Optional<String> ofServiceAccount() {
        try {
            return filled(Files.readString(serviceAccount));
        } catch (IOException e) {
            return Optional.empty(); // not in a cluster
        }
    }

    /** As kubectl does it, the first file that names a current context counts. */
    private static Optional<String> ofKubeconfig(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        String files =
                filled(environment.get("KUBECONFIG"))
                        .orElse(Path.of(home, ".kube", "config").toString());
        return Stream.of(files.split(File.pathSeparator))
                .flatMap(file -> currentContext(Path.of(file)).stream())
                .findFirst()
                .flatMap(context -> filled(text(context, "namespace")));
    }

    /** Read with the parser that Camel's routes and fabric8 load anyway: a start pays for one. */
    private static Optional<Map<?, ?>> currentContext(Path kubeconfig) {
        try {
            Object config =
                    new Load(LoadSettings.builder().build())
                            .loadFromString(Files.readString(kubeconfig));
            if (config instanceof Map<?, ?> map && map.get("contexts") instanceof List<?> all) {
                String current = text(map, "current-context");
                for (Object each : all) {
                    if (each instanceof Map<?, ?> named
                            && !current.isEmpty()
                            && current.equals(text(named, "name"))
                            && named.get("context") instanceof Map<?, ?> context) {
                        return Optional.of(context);
                    }
                }
            }
        } catch (IOException | YamlEngineException e) {
            // absent or broken: whoever connects with it says so, here it only has no opinion
        }
        return Optional.empty();
    }

    private static String text(Map<?, ?> map, String key) {
        return Objects.toString(map.get(key), "");
    }

    private static Optional<String> filled(String text) {
        return Optional.ofNullable(text).map(String::strip).filter(found -> !found.isEmpty());
    }
}
