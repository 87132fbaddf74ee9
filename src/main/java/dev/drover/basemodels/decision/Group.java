package dev.drover.basemodels.decision;

/** Causes that look the same in {@code status}, apart from the message. */
public enum Group {
    INVALID("Failed", Expected.INVALID, Expected.NOT_ASKED, Expected.INVALID, true),
    WAIT_CLAIM("Failed", Expected.NOT_FOUND, Expected.NOT_ASKED, Expected.NOT_FOUND, false),
    LOST("Failed", Expected.NOT_BOUND, Expected.NOT_ASKED, Expected.NOT_BOUND, true),
    WAIT_BIND("In_Transit", Expected.UNBOUND, Expected.NOT_ASKED, Expected.NOT_BOUND, false),
    CONFIG("Failed", Expected.VALIDATED, Expected.NO_CONFIG, Expected.NO_CONFIG, true),
    HELD("In_Transit", Expected.VALIDATED, Expected.PENDING, Expected.PENDING, false),
    JOB("In_Transit", Expected.VALIDATED, Expected.EXTRACTING, Expected.EXTRACTING, false),
    FAILED("Failed", Expected.VALIDATED, Expected.FAILED, Expected.FAILED, true),
    READY("Ready", Expected.VALIDATED, Expected.READY, Expected.READY, false),
    /** Not shown in the status: another controller has it. */
    ELSEWHERE("", Expected.NONE, Expected.NONE, Expected.NONE, true);

    private final String state;
    private final Expected sourceReachable;
    private final Expected metadataExtracted;
    private final Expected ready;
    private final boolean warning;

    /** Status and reason of a condition. */
    enum Expected {
        VALIDATED("True", "PVCValidated"),
        /** Reachable, once the claim has a volume. */
        UNBOUND("True", "PVCNotBound"),
        INVALID("False", "PVCInvalid"),
        NOT_FOUND("False", "PVCNotFound"),
        NOT_BOUND("False", "PVCNotBound"),
        NOT_ASKED("Unknown", "PVCMetadataPending"),
        NO_CONFIG("False", "PVCConfigMissing"),
        PENDING("False", "PVCMetadataPending"),
        EXTRACTING("False", "PVCMetadataExtracting"),
        FAILED("False", "PVCMetadataExtractionFailed"),
        READY("True", "PVCMetadataReady"),
        NONE("", "");

        private final String status;
        private final String reason;

        Expected(String status, String reason) {
            this.status = status;
            this.reason = reason;
        }

        String status() {
            return status;
        }

        String reason() {
            return reason;
        }
    }

    Group(
            String state,
            Expected sourceReachable,
            Expected metadataExtracted,
            Expected ready,
            boolean warning) {
        this.state = state;
        this.sourceReachable = sourceReachable;
        this.metadataExtracted = metadataExtracted;
        this.ready = ready;
        this.warning = warning;
    }

    /** {@code status.state}; empty for {@link #ELSEWHERE}. */
    public String state() {
        return state;
    }

    /**
     * @param bound the claim has a volume
     */
    Expected sourceReachable(boolean bound) {
        return sourceReachable == Expected.VALIDATED && !bound ? Expected.UNBOUND : sourceReachable;
    }

    Expected metadataExtracted() {
        return metadataExtracted;
    }

    Expected ready() {
        return ready;
    }

    /** Somebody has to do something: logged as WARN. */
    boolean warning() {
        return warning;
    }
}
