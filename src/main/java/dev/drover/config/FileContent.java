package dev.drover.config;

import java.util.Arrays;
import java.util.Optional;

/** The bytes of a file at one moment, or why there are none. Compared by content, not by date. */
final class FileContent {
    static final FileContent ABSENT = new FileContent(new byte[0], "does not exist");

    private final byte[] bytes;
    private final String reason;

    private FileContent(byte[] bytes, String reason) {
        this.bytes = bytes;
        this.reason = reason;
    }

    static FileContent of(byte[] bytes) {
        return new FileContent(bytes, "");
    }

    static FileContent unreadable(String reason) {
        return new FileContent(new byte[0], "cannot be read: " + reason);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Why it cannot be used; an absent file is a problem only where one is needed. */
    Optional<String> problem(boolean needed) {
        return reason.isEmpty() || (this.equals(ABSENT) && !needed)
                ? Optional.empty()
                : Optional.of(reason + "; accepted: a readable properties file");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FileContent content
                && content.reason.equals(reason)
                && Arrays.equals(content.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
