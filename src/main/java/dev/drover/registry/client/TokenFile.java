package dev.drover.registry.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A bearer token in a file. Read again when the file changed, and when the copy is a minute old,
 * since not every file system tells a change. Thread-safe.
 */
final class TokenFile {
    private static final long KEPT_NANOS = Duration.ofSeconds(60).toNanos();

    /** A token is a few kilobytes; a larger file is a mistake. */
    private static final long LONGEST = 64 * 1024;

    private final Path file;
    private final LongSupplier nanos;
    private volatile Copy copy;

    private record Copy(String text, FileStamp stamp, long readNanos) {
        @Override
        public String toString() {
            return "token"; // a record would show its text
        }
    }

    TokenFile(Path file, LongSupplier nanos) {
        this.file = file;
        this.nanos = nanos;
    }

    /**
     * The token as it is now.
     *
     * @throws NoToken when the file cannot be read, is empty, or holds what no header may hold
     */
    String token() throws NoToken {
        Copy known = copy;
        if (known != null
                && nanos.getAsLong() - known.readNanos() < KEPT_NANOS
                && known.stamp().equals(FileStamp.of(file))) {
            return known.text();
        }
        return read();
    }

    /** Reads the file now; whether its text is another one than {@code refused}. */
    boolean differsFrom(String refused) {
        try {
            return !read().equals(refused);
        } catch (NoToken e) {
            return false;
        }
    }

    private String read() throws NoToken {
        FileStamp stamp = FileStamp.of(file); // before reading: a change meanwhile is seen again
        if (stamp.size() > LONGEST) {
            throw new NoToken(file, "is too large for a token");
        }
        String text;
        try {
            text = new String(Files.readAllBytes(file), US_ASCII).strip();
        } catch (IOException e) {
            throw new NoToken(file, "cannot be read");
        }
        if (text.isEmpty()) {
            throw new NoToken(file, "is empty");
        }
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new NoToken(file, "holds something that is no token");
        }
        copy = new Copy(text, stamp, nanos.getAsLong());
        return text;
    }
}
