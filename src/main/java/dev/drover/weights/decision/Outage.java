package dev.drover.weights.decision;

import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.Stall;
import dev.drover.weights.objects.ProviderRef;
import java.util.Optional;

/**
 * Why a ref must not get traffic now.
 *
 * @param detail what a person needs to mend it, as it continues {@code Provider down: cluster-b
 *     unhealthy: …}
 */
record Outage(Cause cause, String detail) {
    /** In the order in which the first that applies is named. */
    enum Cause {
        PROVIDER_MISSING("provider-missing"),
        PROVIDER_NOT_READY("provider-not-ready"),
        UNHEALTHY("unhealthy"),
        STALLED("stalled");

        private final String word;

        Cause(String word) {
            this.word = word;
        }

        /** As in the state annotation. */
        String word() {
            return word;
        }
    }

    static Optional<Outage> of(ProviderRef ref, RefInputs inputs, Stall stall) {
        if (inputs.provider().isEmpty()) {
            return outage(Cause.PROVIDER_MISSING, "create ExternalProvider " + ref.provider());
        }
        if (!inputs.provider().get().ready()) {
            return outage(
                    Cause.PROVIDER_NOT_READY,
                    "see the status of ExternalProvider " + ref.provider());
        }
        if (!inputs.health().usable()) {
            return outage(Cause.UNHEALTHY, inputs.health().reason());
        }
        return stall.verdict() == Stall.Verdict.STALLED
                ? outage(
                        Cause.STALLED,
                        "requests wait or run and nothing was generated on three pages in a row")
                : Optional.empty();
    }

    private static Optional<Outage> outage(Cause cause, String detail) {
        return Optional.of(new Outage(cause, detail));
    }

    /**
     * False while nothing shows that the cause of an own zero is over: a new process knows neither
     * probes nor pages at first, and an old zero must not be lifted by ignorance.
     */
    static boolean over(String zero, ProviderHealth health, Stall stall) {
        if (zero.equals(Cause.UNHEALTHY.word())) {
            return health.clear();
        }
        return !zero.equals(Cause.STALLED.word()) || stall.verdict() == Stall.Verdict.MOVES;
    }

    /** Providers are objects that somebody creates and mends in steps, so their return waits. */
    static boolean ofProvider(String zero) {
        return zero.equals(Cause.PROVIDER_MISSING.word())
                || zero.equals(Cause.PROVIDER_NOT_READY.word());
    }

    /** What an own zero waits for once its cause is not seen any more. */
    static String waitsFor(String zero) {
        if (zero.equals(Cause.UNHEALTHY.word())) {
            return "weight stays 0 until a probe succeeds";
        }
        return zero.equals(Cause.STALLED.word())
                ? "weight stays 0 until a page shows progress"
                : "weight stays 0 until the provider was there for two intervals";
    }
}
