package dev.drover.registry.client;

import dev.drover.registry.api.Failure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Why and when the last call to each registry failed: for the line that tells of an outage, the
 * readiness check and the status page. Thread-safe.
 */
final class LastFailures {
    private final LongSupplier nanos;
    private final Map<String, Noted> last = new ConcurrentHashMap<>();

    private record Noted(String text, long atNanos) {}

    /**
     * @param nanos monotonic clock
     */
    LastFailures(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void note(Failure failure) {
        if (!failure.code().equals("open")) { // follows from the others
            last.put(failure.registry(), new Noted(failure.toString(), nanos.getAsLong()));
        }
    }

    Optional<RegistryStatus.LastFailure> find(String registry) {
        return Optional.ofNullable(last.get(registry))
                .map(
                        it ->
                                new RegistryStatus.LastFailure(
                                        it.text(),
                                        Duration.ofNanos(nanos.getAsLong() - it.atNanos())));
    }

    void forget(String registry) {
        last.remove(registry);
    }
}
