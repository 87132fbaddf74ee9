package dev.drover.registry.client;

import java.nio.file.Path;

/** A connection needs authorities that cannot be read. Unchecked, since it passes a supplier. */
final class TrustUnreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TrustUnreadable(Path file, Exception cause) {
        super("ca-file " + file + " holds no readable certificates in PEM form", cause);
    }
}
