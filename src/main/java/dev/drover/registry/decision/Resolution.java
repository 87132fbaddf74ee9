package dev.drover.registry.decision;

/**
 * Which registry a workload belongs to.
 *
 * @param registry its id; empty when none was resolved
 * @param reason why none was resolved: {@code RegistryAmbiguous}
 * @param message for people; says what to do
 */
public record Resolution(String registry, String reason, String message) {
    public static Resolution of(String registry) {
        return new Resolution(registry, "", "");
    }

    public static Resolution failed(String reason, String message) {
        return new Resolution("", reason, message);
    }

    boolean resolved() {
        return !registry.isEmpty();
    }
}
