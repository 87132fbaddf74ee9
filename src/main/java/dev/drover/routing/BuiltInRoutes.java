package dev.drover.routing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The routes that came with the program: {@code routes/<flow>/<id>.camel.yaml} in its jar, or in
 * the folder of its classes when it runs from a build.
 */
final class BuiltInRoutes {
    private static final String ROOT = "routes/";
    private static final String SHARED = "common";

    private BuiltInRoutes() {}

    static List<RouteFile> list() {
        try {
            return list(
                    Path.of(
                            BuiltInRoutes.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a class has no usable place", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the built-in routes", e);
        }
    }

    /**
     * In the order of loading: what all flows share first, since that is where templates are.
     *
     * @param place a jar or a folder of classes
     */
    static List<RouteFile> list(Path place) throws IOException {
        List<RouteFile> files = Files.isDirectory(place) ? ofFolder(place) : ofJar(place);
        files.sort(
                Comparator.comparing((RouteFile file) -> !file.flow().equals(SHARED))
                        .thenComparing(RouteFile::location));
        return files;
    }

    private static List<RouteFile> ofFolder(Path place) throws IOException {
        List<RouteFile> files = new ArrayList<>();
        Path root = place.resolve(ROOT);
        if (Files.isDirectory(root)) {
            try (Stream<Path> found = Files.walk(root)) {
                for (Path file : found.filter(Files::isRegularFile).toList()) {
                    add(files, place.relativize(file).toString(), Files.readAllBytes(file));
                }
            }
        }
        return files;
    }

    private static List<RouteFile> ofJar(Path place) throws IOException {
        List<RouteFile> files = new ArrayList<>();
        try (JarFile jar = new JarFile(place.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().startsWith(ROOT) && !entry.isDirectory()) {
                    try (InputStream content = jar.getInputStream(entry)) {
                        add(files, entry.getName(), content.readAllBytes());
                    }
                }
            }
        }
        return files;
    }

    private static void add(List<RouteFile> files, String path, byte[] content) {
        String[] names = path.replace('\\', '/').split("/");
        String name = names[names.length - 1];
        if (names.length == 3 && name.endsWith(RouteFile.SUFFIX)) {
            files.add(
                    new RouteFile(
                            name.substring(0, name.length() - RouteFile.SUFFIX.length()),
                            names[1],
                            "classpath:" + String.join("/", names),
                            new String(content, StandardCharsets.UTF_8),
                            true));
        }
    }
}
