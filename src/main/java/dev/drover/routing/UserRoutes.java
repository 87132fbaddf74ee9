package dev.drover.routing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files that a user put into the routes directory. Sub-folders and names that begin with a dot
 * are not looked at: the kubelet keeps its copies of a ConfigMap there.
 *
 * @param files what may be a route
 * @param problems files that cannot be one, by name or because they cannot be read
 */
record UserRoutes(List<RouteFile> files, List<Rejection> problems) {

    /** An absent directory has no files. */
    static UserRoutes list(Path directory) {
        List<RouteFile> files = new ArrayList<>();
        List<Rejection> problems = new ArrayList<>();
        if (!Files.exists(directory)) {
            return new UserRoutes(files, problems);
        }
        try (Stream<Path> found = Files.list(directory)) {
            for (Path path : found.sorted().toList()) {
                String name = path.getFileName().toString();
                if (!name.startsWith(".") && !Files.isDirectory(path)) {
                    read(path, name, files, problems);
                }
            }
        } catch (IOException e) {
            problems.add(new Rejection(directory.toString(), "cannot be read: " + e));
        }
        return new UserRoutes(files, problems);
    }

    private static void read(
            Path path, String name, List<RouteFile> files, List<Rejection> problems) {
        String id = name.replace(RouteFile.SUFFIX, "");
        if (!name.equals(id + RouteFile.SUFFIX) || id.isEmpty()) {
            problems.add(
                    new Rejection(
                            "routes/" + name,
                            "is not called like a route; accepted: <route-id>.camel.yaml"));
            return;
        }
        try {
            String content = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
            files.add(new RouteFile(id, "", "file:" + path.toAbsolutePath(), content, false));
        } catch (IOException e) {
            problems.add(new Rejection("routes/" + name, "cannot be read: " + e));
        }
    }
}
