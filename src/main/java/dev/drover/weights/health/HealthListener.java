package dev.drover.weights.health;

import dev.drover.kubernetes.ObjectKey;

/** Hears of what changes. Called by threads that probe or declare; must not block. */
public interface HealthListener {
    /**
     * A prober of the provider has changed its mind.
     *
     * @param from state before
     * @param to state now, with the reason if it is unhealthy
     */
    void changed(ObjectKey provider, ProviderHealth.State from, ProviderHealth to);

    /** All addresses of the provider's endpoint are in denied networks; told once a change. */
    void denied(ObjectKey provider, Probe probe, String detail);

    /** What {@link HealthTracker#state} answers for the provider may have changed. */
    void revised(ObjectKey provider);
}
