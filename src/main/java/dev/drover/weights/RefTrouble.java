package dev.drover.weights;

import java.util.Optional;

/** What keeps a ref's figures from being used, as far as a person should hear of it. */
enum RefTrouble {
    NONE(""),
    UNKNOWN("unknown"),
    PROVIDER_MISSING("provider-missing"),
    PROVIDER_NOT_READY("provider-not-ready");

    private final String word;

    RefTrouble(String word) {
        this.word = word;
    }

    static RefTrouble of(Ref ref) {
        if (ref.state() != RefState.UNKNOWN) {
            return NONE;
        }
        if (ref.cause().isEmpty()) {
            // without a source (health check only) there is nothing that could be unknown
            return ref.figures().configured() ? UNKNOWN : NONE;
        }
        return ref.cause().get().equals(PROVIDER_MISSING.word)
                ? PROVIDER_MISSING
                : PROVIDER_NOT_READY;
    }

    String word() {
        return word;
    }

    /** The WARN line; empty when there is no trouble. */
    Optional<String> line(Ref ref, DecisionSettings settings) {
        String then =
                settings.unknown() == DecisionSettings.Unknown.HOLD
                        ? "weight is held"
                        : "weight moves to its baseline";
        return switch (this) {
            case NONE -> Optional.empty();
            case UNKNOWN ->
                    Optional.of(
                            "Metrics of "
                                    + ref.name()
                                    + " unknown for "
                                    + settings.unknownAfter().toSeconds()
                                    + "s: "
                                    + then);
            case PROVIDER_MISSING ->
                    Optional.of(
                            "Provider missing: "
                                    + ref.name()
                                    + ": "
                                    + then
                                    + "; create ExternalProvider "
                                    + ref.spec().provider());
            case PROVIDER_NOT_READY ->
                    Optional.of("Provider not ready: " + ref.name() + ": " + then);
        };
    }
}
