package dev.drover.basemodels.decision;

/** Causes that look the same in {@code status}, apart from the message. */
public enum Group {
    INVALID("Failed", no("PVCInvalid"), pending(), no("PVCInvalid"), true),
    WAIT_CLAIM("Failed", no("PVCNotFound"), pending(), no("PVCNotFound"), false),
    LOST("Failed", no("PVCNotBound"), pending(), no("PVCNotBound"), true),
    WAIT_BIND("In_Transit", yes("PVCNotBound"), pending(), no("PVCNotBound"), false),
    CONFIG("Failed", validated(), no("PVCConfigMissing"), no("PVCConfigMissing"), true),
    HELD("In_Transit", validated(), no("PVCMetadataPending"), no("PVCMetadataPending"), false),
    JOB("In_Transit", validated(), no("PVCMetadataExtracting"), no("PVCMetadataExtracting"), false),
    FAILED(
            "Failed",
            validated(),
            no("PVCMetadataExtractionFailed"),
            no("PVCMetadataExtractionFailed"),
            true),
    READY("Ready", validated(), yes("PVCMetadataReady"), yes("PVCMetadataReady"), false),
    /** Not shown in the status: another controller has it. */
    ELSEWHERE("", null, null, null, true);

    private final String state;
    private final Expected sourceReachable;
    private final Expected metadataExtracted;
    private final Expected ready;
    private final boolean warning;

    /** Status and reason of a condition. */
    record Expected(String status, String reason) {}

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
        return sourceReachable.equals(validated()) && !bound ? yes("PVCNotBound") : sourceReachable;
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

    private static Expected yes(String reason) {
        return new Expected("True", reason);
    }

    private static Expected no(String reason) {
        return new Expected("False", reason);
    }

    private static Expected pending() {
        return new Expected("Unknown", "PVCMetadataPending");
    }

    private static Expected validated() {
        return yes("PVCValidated");
    }
}
