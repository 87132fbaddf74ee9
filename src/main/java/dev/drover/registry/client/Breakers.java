package dev.drover.registry.client;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The circuit breakers of the instances of {@code registry-request}, as Camel makes them. Tells
 * when one opens and closes, and how long it stays open. Thread-safe.
 */
final class Breakers {
    private static final String STEP = "-breaker";
    private static final Duration SOON = Duration.ofSeconds(1);

    private final CircuitBreakerRegistry all;
    private final LongSupplier nanos;
    private final Listener listener;
    private final Map<String, Long> outageNanos = new ConcurrentHashMap<>(); // since when
    private final Map<String, Long> openedNanos = new ConcurrentHashMap<>(); // last time

    /** Hears of changes, on the thread of the call that caused them. */
    interface Listener {
        /** Calls to this registry are not made for a while. */
        void opened(String registry);

        /** They are made again, that long after the first opening. */
        void closed(String registry, Duration after);
    }

    Breakers(CircuitBreakerRegistry all, LongSupplier nanos, Listener listener) {
        this.all = all;
        this.nanos = nanos;
        this.listener = listener;
        all.getEventPublisher().onEntryAdded(event -> watch(event.getAddedEntry()));
    }

    private void watch(CircuitBreaker breaker) {
        String prefix = RequestRoutes.NAME + "-";
        if (!breaker.getName().startsWith(prefix) || !breaker.getName().endsWith(STEP)) {
            return; // of somebody else's route
        }
        String registry =
                breaker.getName()
                        .substring(prefix.length(), breaker.getName().length() - STEP.length());
        breaker.getEventPublisher()
                .onStateTransition(
                        event -> changed(registry, event.getStateTransition().getToState()));
    }

    private void changed(String registry, State now) {
        switch (now) {
            case OPEN, FORCED_OPEN -> {
                openedNanos.put(registry, nanos.getAsLong());
                if (outageNanos.putIfAbsent(registry, nanos.getAsLong()) == null) {
                    listener.opened(registry);
                }
            }
            case CLOSED -> {
                Long since = outageNanos.remove(registry);
                if (since != null) {
                    listener.closed(registry, Duration.ofNanos(nanos.getAsLong() - since));
                }
            }
            case HALF_OPEN, DISABLED, METRICS_ONLY -> {}
        }
    }

    /** 0 closed, 1 half-open, 2 open. */
    int state(String registry) {
        return all.find(name(registry))
                .map(
                        breaker ->
                                switch (breaker.getState()) {
                                    case OPEN, FORCED_OPEN -> 2;
                                    case HALF_OPEN -> 1;
                                    case CLOSED, DISABLED, METRICS_ONLY -> 0;
                                })
                .orElse(0);
    }

    /** How long the registry has been unavailable; empty while it is not. */
    Optional<Duration> outage(String registry) {
        return Optional.ofNullable(outageNanos.get(registry))
                .map(since -> Duration.ofNanos(nanos.getAsLong() - since));
    }

    /** How long a refused call should wait at least; a second where that is not known. */
    Duration rest(String registry) {
        return all.find(name(registry))
                .filter(breaker -> breaker.getState() == State.OPEN)
                .map(
                        breaker ->
                                breaker.getCircuitBreakerConfig()
                                        .getWaitIntervalFunctionInOpenState()
                                        .apply(1))
                .map(Duration::ofMillis)
                .map(open -> open.minusNanos(sinceOpened(registry)))
                .filter(rest -> rest.compareTo(SOON) > 0)
                .orElse(SOON);
    }

    private long sinceOpened(String registry) {
        Long opened = openedNanos.get(registry);
        return opened == null ? 0 : nanos.getAsLong() - opened;
    }

    /** The registry is gone, or another one now. */
    void forget(String registry) {
        outageNanos.remove(registry);
        openedNanos.remove(registry);
    }

    private static String name(String registry) {
        return RequestRoutes.name(registry) + STEP;
    }
}
