package dev.drover.intents;

import dev.drover.kubernetes.AnswerLost;
import dev.drover.kubernetes.Conflict;
import dev.drover.kubernetes.Denied;
import dev.drover.kubernetes.Fenced;
import dev.drover.kubernetes.Forbidden;
import dev.drover.kubernetes.Invalid;
import java.util.Locale;

/** What became of one intent; label {@code outcome} of {@code drover_act_total}. */
public enum Outcome {
    /** The server took the write over. */
    APPLIED,
    /** The server answered, but the object is the same version as before. */
    UNCHANGED,
    /** Not sent, because of the mode. */
    OBSERVED,
    /** Create found an object of that name; whether it is ours is the next decision's question. */
    EXISTS,
    /** Somebody else was first; decided anew at once. */
    CONFLICT,
    /** The resulting object would not be valid; the same again never helps. */
    INVALID,
    /** An admission policy, webhook or quota refused it. */
    DENIED,
    /** RBAC does not allow it. */
    FORBIDDEN,
    /** Not sent, because this process may have lost the lease of the flow. */
    FENCED,
    /** Sent, and the answer was lost: neither success nor failure. */
    UNKNOWN,
    /** Anything else that failed. */
    ERROR;

    /** Judges why an intent failed, looking through wrapping exceptions. */
    static Outcome of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Outcome judged = judge(cause);
            if (judged != ERROR) {
                return judged;
            }
        }
        return ERROR;
    }

    private static Outcome judge(Throwable failure) {
        if (failure instanceof Conflict) {
            return CONFLICT;
        }
        if (failure instanceof Invalid) {
            return INVALID;
        }
        if (failure instanceof Denied) {
            return DENIED;
        }
        if (failure instanceof Forbidden) {
            return FORBIDDEN;
        }
        if (failure instanceof Fenced) {
            return FENCED;
        }
        return failure instanceof AnswerLost ? UNKNOWN : ERROR;
    }

    /** True when the list goes on after it. */
    boolean endsWell() {
        return compareTo(CONFLICT) < 0;
    }

    /** As in metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
