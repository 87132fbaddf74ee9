package dev.drover.registry.client;

import java.time.Duration;

/** Tells what breakers do in words. */
record Outages(RegistryListener listener, LastFailures lastFailures) implements Breakers.Listener {
    @Override
    public void opened(String registry) {
        listener.unavailable(
                registry,
                lastFailures
                        .find(registry)
                        .map(RegistryStatus.LastFailure::text)
                        .orElse("calls fail"));
    }

    @Override
    public void closed(String registry, Duration after) {
        listener.available(registry, after);
    }
}
