package dev.drover.registry.client;

import java.nio.file.Path;

/** A token is needed, and its file gives none. The text never holds what was read. */
final class NoToken extends Exception {
    private static final long serialVersionUID = 1L;

    NoToken(Path file, String what) {
        super("token-file " + file + " " + what);
    }
}
