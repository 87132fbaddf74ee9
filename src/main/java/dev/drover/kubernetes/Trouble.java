package dev.drover.kubernetes;

import java.time.Duration;

/**
 * The ways in which a list or a watch ends, whether meant well or not. None of them ends the
 * informer; they differ in how it goes on.
 */
enum Trouble {
    /** The server closed the watch in good order, as it does every few minutes. */
    CLOSED("closed", 30),
    /** The version to go on from is too old: list anew. */
    GONE("gone", 30),
    /** Open, but silent for longer than a living watch can be. */
    STALLED("stalled", 30),
    /** 403: may heal at any time, and nobody tells when. */
    FORBIDDEN("forbidden", 30),
    /** 401: a rotated token that is not in place yet. */
    UNAUTHORIZED("forbidden", 5),
    /** Something arrived that cannot be read: asking for it again would bring the same. */
    UNDECODABLE("undecodable", 30),
    /**
     * No answer. The short cap is what brings an informer back soon after an API server's return.
     */
    NETWORK("network", 5),
    /** 429: the client itself keeps the time that the server asks for. */
    THROTTLED("server", 10),
    /** 5xx, or an answer that a reader has no use for. */
    SERVER("server", 10),
    /** 404: the kind itself is unknown to the server. */
    NOT_SERVED("missing", 10);

    private final String word;
    private final Duration longestPause;

    Trouble(String word, int longestPauseSeconds) {
        this.word = word;
        this.longestPause = Duration.ofSeconds(longestPauseSeconds);
    }

    /** As metrics call it. */
    String word() {
        return word;
    }

    /** Cap of the pauses before the next try. */
    Duration longestPause() {
        return longestPause;
    }

    /** True if going on from the last version cannot help, so that the next try is a list. */
    boolean asksForList() {
        return switch (this) {
            case GONE, STALLED, UNDECODABLE -> true;
            case CLOSED, FORBIDDEN, UNAUTHORIZED, NETWORK, THROTTLED, SERVER, NOT_SERVED -> false;
        };
    }

    static Trouble ofCode(int code) {
        return switch (code) {
            case 401 -> UNAUTHORIZED;
            case 403 -> FORBIDDEN;
            case 404 -> NOT_SERVED;
            case 410 -> GONE;
            case 429 -> THROTTLED;
            default -> SERVER;
        };
    }
}
