package dev.drover.sandbox.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.Runtime.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder with etcd, kube-apiserver and the rest, as {@code .ci/control-plane/build} leaves it:
 * {@code <root>/k8s/<version>-<os>-<arch>/}, of several versions the newest.
 */
record Binaries(Path folder) {
    private static final List<String> NEEDED = List.of("etcd", "kube-apiserver");

    /** Empty if a needed program is missing. */
    static Optional<Binaries> find() {
        Path versions = root().resolve("k8s");
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        String platform = "-linux-" + architecture();
        try (Stream<Path> folders = Files.list(versions)) {
            return folders.filter(folder -> folder.toString().endsWith(platform))
                    .filter(Binaries::complete)
                    .max(Comparator.comparing(folder -> version(folder, platform)))
                    .map(Binaries::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where they are looked for: two environment variables, then the user's cache. */
    static Path root() {
        return Stream.of("KUBE_API_TEST_DIR", "DROVER_CONTROL_PLANE")
                .map(System::getenv)
                .filter(value -> value != null && !value.isBlank())
                .findFirst()
                .map(Path::of)
                .orElseGet(() -> cache().resolve("drover").resolve("control-plane"));
    }

    String program(String name) {
        return folder.resolve(name).toString();
    }

    private static Path cache() {
        String set = System.getenv("XDG_CACHE_HOME");
        return set == null || set.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(set);
    }

    private static boolean complete(Path folder) {
        return NEEDED.stream().allMatch(name -> Files.isExecutable(folder.resolve(name)));
    }

    private static Version version(Path folder, String platform) {
        String name = folder.getFileName().toString();
        return Version.parse(name.substring(0, name.length() - platform.length()));
    }

    private static String architecture() {
        String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return name.equals("aarch64") ? "arm64" : name;
    }
}
