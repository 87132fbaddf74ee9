package dev.drover.basemodels.extractor;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the extractor as a user whom permissions bind: they do not bind root, and the checkout may
 * be root's alone.
 */
final class OtherUser {
    private static final List<String> AS_OTHER =
            List.of("setpriv", "--reuid=65532", "--regid=65532", "--clear-groups", "--");

    private OtherUser() {}

    static boolean available() throws InterruptedException {
        try {
            return Fixtures.isRoot()
                    && new ProcessBuilder("setpriv", "--version").start().waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    /**
     * @param temporary a directory that the other user may enter, with the model in it
     */
    static ExtractorRun run(Path temporary, Path model) throws Exception {
        mode(temporary, "rwxr-xr-x");
        Path copies = Files.createTempDirectory(temporary, "class-path");
        mode(copies, "rwxr-xr-x");
        List<String> classPath = new ArrayList<>();
        for (Path place : ExtractorProcess.places()) {
            classPath.add(copy(place, copies).toString());
        }
        return ExtractorProcess.run(
                AS_OTHER, List.of("-Xmx192m"), String.join(File.pathSeparator, classPath), model);
    }

    static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private static Path copy(Path from, Path into) throws IOException {
        Path to = into.resolve(from.getFileName());
        if (Files.isRegularFile(from)) {
            return Files.copy(from, to);
        }
        Path flow = from.resolve("dev/drover/basemodels");
        try (Stream<Path> files = Files.walk(flow)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return to;
    }
}
