package dev.drover.sandbox.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether somebody looks at standard output. */
final class Terminal {
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    private Terminal() {}

    /**
     * Whether somebody looks at what is printed. {@code System.console()} will not do: it is null
     * inside Maven, and never null from JDK 22 on.
     */
    @SuppressWarnings("SystemConsoleNull") // the last resort, where there is no /proc
    static boolean attached() {
        try {
            String target = Files.readSymbolicLink(STANDARD_OUTPUT).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return System.console() != null; // no /proc here
        }
    }
}
