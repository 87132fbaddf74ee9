package dev.drover.kubernetes;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** {@code KUBECONFIG} names files of which none can be read. */
public final class KubeconfigMissing extends RuntimeException {
    private static final long serialVersionUID = 1;

    private KubeconfigMissing(String files) {
        super(
                "KUBECONFIG: %s does not exist or cannot be read; accepted: a kubeconfig file, or several with %s between them"
                        .formatted(files, File.pathSeparator));
    }

    /**
     * Fails where the client would take the service account of a pod instead, without a word. As
     * for kubectl, one file of several is enough.
     *
     * @param environment of the process
     */
    public static void check(Map<String, String> environment) {
        String files = environment.getOrDefault("KUBECONFIG", "");
        boolean readable =
                Arrays.stream(files.split(File.pathSeparator))
                        .filter(file -> !file.isBlank())
                        .anyMatch(file -> Files.isReadable(Path.of(file)));
        if (!files.isBlank() && !readable) {
            throw new KubeconfigMissing(files);
        }
    }
}
