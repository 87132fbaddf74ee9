package dev.drover.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * A directory as the kubelet mounts a ConfigMap: every name is a symbolic link to {@code
 * ..data/<name>}, and {@code ..data} is swapped to a new directory with each edit (kubernetes
 * pkg/volume/util/atomic_writer.go).
 */
public final class MountedConfigMap {
    private final Path directory;
    private final Map<String, String> content = new TreeMap<>();
    private int version;

    public MountedConfigMap(Path directory) {
        this.directory = directory;
    }

    /** One edit of the ConfigMap that sets a key. */
    public void put(String name, String text) throws IOException {
        content.put(name, text);
        swap();
        Path link = directory.resolve(name);
        if (!Files.isSymbolicLink(link)) {
            Files.createSymbolicLink(link, Path.of("..data", name));
        }
    }

    /** One edit of the ConfigMap that takes a key out. */
    public void remove(String name) throws IOException {
        content.remove(name);
        swap();
        Files.delete(directory.resolve(name));
    }

    private void swap() throws IOException {
        Path data = directory.resolve("..data");
        Path old = Files.isSymbolicLink(data) ? data.toRealPath() : null;
        Path next = Files.createDirectory(directory.resolve("..2026_11_30." + ++version));
        for (Map.Entry<String, String> file : content.entrySet()) {
            Files.writeString(next.resolve(file.getKey()), file.getValue());
        }
        Path temporary =
                Files.createSymbolicLink(directory.resolve("..data_tmp"), next.getFileName());
        Files.move(temporary, data, StandardCopyOption.ATOMIC_MOVE);
        if (old != null) {
            delete(old);
        }
    }

    private static void delete(Path old) throws IOException {
        try (var files = Files.list(old)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(old);
    }
}
