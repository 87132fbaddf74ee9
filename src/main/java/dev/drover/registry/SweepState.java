package dev.drover.registry;

import dev.drover.registry.api.Walk;
import dev.drover.registry.sweep.OrphanHold;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What the last walk of each registry came to, for people, series and the next walk. */
final class SweepState {
    private final Map<String, Last> last = new ConcurrentHashMap<>();
    private volatile Runnable listener = () -> {};

    /**
     * Of one registry.
     *
     * @param succeeded when the last complete walk ended
     * @param took how long the last walk lasted
     * @param deployed our records that say DEPLOYED
     * @param undeployed our records that do not
     */
    record Last(
            Optional<Instant> succeeded,
            Duration took,
            Walk walk,
            long deployed,
            long undeployed,
            OrphanHold hold) {}

    void walked(String registry, Last result) {
        last.put(registry, result);
        changed();
    }

    /** Called after each change; one listener. */
    void onChange(Runnable listener) {
        this.listener = listener;
    }

    private synchronized void changed() {
        listener.run();
    }

    Optional<Last> of(String registry) {
        return Optional.ofNullable(last.get(registry));
    }

    OrphanHold hold(String registry) {
        return of(registry).map(Last::hold).orElse(OrphanHold.NONE);
    }

    void forget(String registry) {
        last.remove(registry);
        changed();
    }

    Map<String, Last> all() {
        return Map.copyOf(last);
    }

    int held() {
        return last.values().stream().mapToInt(it -> it.hold().suspects().size()).sum();
    }

    String lastSuccess() {
        return last.values().stream()
                .flatMap(it -> it.succeeded().stream())
                .max(Instant::compareTo)
                .map(Instant::toString)
                .orElse("");
    }
}
