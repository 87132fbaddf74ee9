package dev.drover.kubernetes;

/**
 * Order of the versions that one collection's watch goes through. They are opaque to clients by
 * tradition, numbers in fact, and comparable by contract since Kubernetes 1.35; where one is no
 * number nothing is held back.
 */
final class ResourceVersions {
    private ResourceVersions() {}

    /** False only when both are numbers and the candidate's is not greater. */
    static boolean newer(String candidate, String known) {
        try {
            return Long.parseUnsignedLong(candidate) > Long.parseUnsignedLong(known);
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
