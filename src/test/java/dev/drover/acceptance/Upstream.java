package dev.drover.acceptance;

import java.nio.file.Files;
import java.nio.file.Path;

/** The CRDs that upstream projects publish. */
final class Upstream {
    private Upstream() {}

    /**
     * Upstream's CRD where the project's shared folder is mounted, else the one for development.
     *
     * @param file plural, perhaps with the suffix of a variant
     */
    static Path crd(String group, String file) {
        Path upstream = published(group, file);
        return Files.exists(upstream)
                ? upstream
                : Path.of("deploy/crds/" + file.replaceAll("_.*", "") + ".yaml");
    }

    /** The same where only upstream's will do; not there without the shared folder. */
    static Path published(String group, String file) {
        return Path.of("../shared/crds/" + group + "_" + file + ".yaml");
    }
}
