package dev.drover.registry.client;

import java.time.Duration;

/** Hears how registries fare. Called on the thread of a call: must not block. */
public interface RegistryListener {

    /**
     * Most calls to this registry failed; for a while none is made.
     *
     * @param cause why the last one failed
     */
    void unavailable(String registry, String cause);

    /** Calls to it are made and succeed again. */
    void available(String registry, Duration after);
}
