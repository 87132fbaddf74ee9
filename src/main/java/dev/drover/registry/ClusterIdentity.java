package dev.drover.registry;

import dev.drover.kubernetes.Forbidden;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which cluster this is, as records say it: configured, or the UID of {@code kube-system}. Without
 * it records are kept all the same, but no sweep closes any. Thread-safe.
 */
final class ClusterIdentity {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterIdentity.class);
    private static final long RETRY = Duration.ofMinutes(1).toNanos();

    private final Supplier<Optional<String>> configured;
    private final Supplier<Optional<String>> discovery;
    private final LongSupplier nanos;
    private volatile Optional<String> discovered = Optional.empty();
    private boolean asked; // guarded by this
    private long askedNanos; // guarded by this

    /**
     * @param configured {@code drover.registry.cluster}, asked each time
     * @param discovery asks the API server; empty when it does not say
     */
    ClusterIdentity(
            Supplier<Optional<String>> configured,
            Supplier<Optional<String>> discovery,
            LongSupplier nanos) {
        this.configured = configured;
        this.discovery = discovery;
        this.nanos = nanos;
    }

    /** May ask the API server, once a minute until it knows. */
    Optional<String> get() {
        Optional<String> key = configured.get();
        if (key.isPresent()) {
            return key;
        }
        return discovered.isPresent() ? discovered : discover();
    }

    /** As far as it is known without asking. */
    Optional<String> known() {
        return configured.get().or(() -> discovered);
    }

    private synchronized Optional<String> discover() {
        long now = nanos.getAsLong();
        if (discovered.isPresent() || asked && now - askedNanos < RETRY) {
            return discovered;
        }
        askedNanos = now;
        discovered = discovery.get();
        if (discovered.isEmpty() && !asked) {
            LOG.warn(
                    "No cluster identity: the namespace kube-system cannot be read, so sweeps are"
                            + " off; set drover.registry.cluster or {}",
                    Forbidden.REMEDY);
        }
        asked = true;
        return discovered;
    }
}
