package dev.drover.sandbox.controlplane;

import java.nio.file.Path;

/** The two halves of the key of service account tokens, as PEM files. */
record TokenKeys(Path signing, Path verifying) {}
