package dev.drover.sandbox.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder in memory where the machine has one; gone when closed or the JVM exits. */
final class Workspace implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Path folder;

    Workspace() {
        try {
            folder =
                    Files.isWritable(MEMORY)
                            ? Files.createTempDirectory(MEMORY, "drover-control-plane-")
                            : Files.createTempDirectory("drover-control-plane-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    Path write(String name, String content) {
        try {
            return Files.writeString(file(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A port that was free a moment ago. */
    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
