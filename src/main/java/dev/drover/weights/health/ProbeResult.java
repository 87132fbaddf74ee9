package dev.drover.weights.health;

/**
 * How one probe ended.
 *
 * @param detail what went wrong, as it ends a sentence: {@code connection refused}; empty for OK
 */
record ProbeResult(Kind kind, String detail) {
    enum Kind {
        OK,
        FAILED,
        /** All addresses are in denied networks, which is a fault of the configuration. */
        DENIED
    }

    static final ProbeResult OK = new ProbeResult(Kind.OK, "");

    static ProbeResult failed(String detail) {
        return new ProbeResult(Kind.FAILED, detail);
    }

    static ProbeResult denied(String detail) {
        return new ProbeResult(Kind.DENIED, detail);
    }
}
