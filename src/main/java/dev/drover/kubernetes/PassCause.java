package dev.drover.kubernetes;

import java.util.Set;

/**
 * The words that say why an object is delivered. An enqueuer may use any other word. What happened
 * to the object itself outranks what somebody would like to have looked at.
 */
final class PassCause {
    static final String DELETED = "deleted";
    static final String CREATED = "created";
    static final String UPDATED = "updated";
    static final String FIRST_SIGHT = "first-sight";
    static final String OWN_WRITE = "own-write";
    static final String RETRY = "retry";
    static final String CONFLICT = "conflict";
    static final String LOOK_AGAIN = "look-again";

    private static final Set<String> EDITS = Set.of(DELETED, CREATED, UPDATED);

    private PassCause() {}

    /** Something changed that nobody here wrote: reason to forget earlier failures. */
    static boolean edit(String cause) {
        return cause != null && EDITS.contains(cause);
    }

    /** Served before a backlog. */
    static boolean urgent(String cause) {
        return edit(cause) || CONFLICT.equals(cause);
    }

    /** Of two causes that came together the one to show; either may be null. */
    static String stronger(String one, String other) {
        if (one == null) {
            return other;
        }
        return other != null && rank(other) < rank(one) ? other : one;
    }

    private static int rank(String cause) {
        return switch (cause) {
            case DELETED -> 0;
            case CREATED -> 1;
            case UPDATED -> 2;
            case FIRST_SIGHT -> 3;
            case RETRY, LOOK_AGAIN -> 5;
            default -> 4;
        };
    }
}
