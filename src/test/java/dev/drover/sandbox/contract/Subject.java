package dev.drover.sandbox.contract;

import dev.drover.sandbox.RawApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The server under test and a namespace of one's own in it. */
record Subject(RawApi api, String namespace) {
    private static final String GROUP = "/apis/inference.opendatahub.io/v1alpha1";

    /** Upstream's CRDs, kept beside the project where maintainers have them. */
    private static final Path UPSTREAM = Path.of("..", "shared", "crds");

    private static final Path OWN = Path.of("deploy", "crds");

    /** The CRDs of the two kinds that every contract uses: upstream's if they are there. */
    static Path[] crds() {
        return Stream.of("externalmodels", "externalproviders")
                .map(Subject::crd)
                .toArray(Path[]::new);
    }

    private static Path crd(String plural) {
        Path upstream = UPSTREAM.resolve("inference.opendatahub.io_" + plural + ".yaml");
        return Files.exists(upstream) ? upstream : OWN.resolve(plural + ".yaml");
    }

    /** A file of upstream's CRDs, if they are there. */
    static Optional<Path> upstream(String file) {
        return Optional.of(UPSTREAM.resolve(file)).filter(Files::exists);
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String models() {
        return GROUP + "/namespaces/" + namespace + "/externalmodels";
    }

    String model(String name) {
        return models() + "/" + name;
    }

    String providers() {
        return GROUP + "/namespaces/" + namespace + "/externalproviders";
    }

    String core(String plural) {
        return "/api/v1/namespaces/" + namespace + "/" + plural;
    }
}
