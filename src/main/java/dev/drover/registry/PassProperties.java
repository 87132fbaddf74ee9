package dev.drover.registry;

/** Exchange properties between the processors of a reconcile route. */
final class PassProperties {
    /** The {@code Decision} of this pass; absent when it has none. */
    static final String DECISION = "DroverRegistryDecision";

    /** The {@code Situation} it was made in. */
    static final String SITUATION = "DroverRegistrySituation";

    /** Term of leadership in which the pass began (long). */
    static final String TERM = "DroverRegistryTerm";

    private PassProperties() {}
}
