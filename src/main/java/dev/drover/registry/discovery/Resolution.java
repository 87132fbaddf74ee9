package dev.drover.registry.discovery;

/** Which registry a workload belongs to. */
public sealed interface Resolution permits Resolution.Resolved, Resolution.Unresolved {

    /** Exactly one allowed registry. */
    record Resolved(Registry registry) implements Resolution {}

    /**
     * None, and no guess: no connection is opened.
     *
     * @param message what is wrong and which label or key to set
     */
    record Unresolved(Problem problem, String message) implements Resolution {}

    /** Why there is none. */
    enum Problem {
        NOT_FOUND("RegistryNotFound"),
        AMBIGUOUS("RegistryAmbiguous"),
        NOT_ALLOWED("RegistryNotAllowed"),
        MISCONFIGURED("RegistryMisconfigured");

        private final String word;

        Problem(String word) {
            this.word = word;
        }

        /** As states, Events and metrics call it. */
        public String word() {
            return word;
        }
    }
}
