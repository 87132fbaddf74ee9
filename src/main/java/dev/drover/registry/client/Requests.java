package dev.drover.registry.client;

import dev.drover.registry.api.Call;
import dev.drover.registry.api.Failure;
import dev.drover.registry.api.Operation;
import dev.drover.registry.api.Reason;
import dev.drover.registry.discovery.Registry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends calls of one registry through its instance of {@code registry-request}: takes a slot,
 * counts, shows a token again that changed meanwhile. Thread-safe; a call runs on the caller's
 * thread.
 */
final class Requests {
    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);
    private static final Duration SLOT_SOON = Duration.ofSeconds(1);

    private final String registry;
    private final Shared shared;
    private final Slots slots;

    /** What all registries share. */
    record Shared(
            RegistryTable registries,
            ProducerTemplate template,
            Tokens tokens,
            Breakers breakers,
            RequestMetrics metrics,
            LastFailures lastFailures,
            LongSupplier nanos) {}

    Requests(String registry, Shared shared, Slots slots) {
        this.registry = registry;
        this.shared = shared;
        this.slots = slots;
    }

    String registry() {
        return registry;
    }

    /** A worker's call; a failure at once while all slots are taken. */
    Exchanged send(RegistryCall call, Consumer<Call> listener) {
        if (!slots.take()) {
            return lost(call.operation(), Reason.BUSY, "busy", "all slots are taken", SLOT_SOON);
        }
        try {
            return authorized(call, listener);
        } finally {
            slots.giveBack();
        }
    }

    /** A call of a thread that has time, and waits that long for a slot. */
    Exchanged sendPatiently(RegistryCall call, Consumer<Call> listener, Duration wait) {
        try {
            if (!slots.await(wait.toMillis())) {
                return lost(
                        call.operation(), Reason.BUSY, "busy", "all slots are taken", SLOT_SOON);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return lost(call.operation(), Reason.BUSY, "busy", "was interrupted", SLOT_SOON);
        }
        try {
            return authorized(call, listener);
        } finally {
            slots.giveOneBack();
        }
    }

    /** A refused token that is not the newest one is no answer yet; nothing was carried out. */
    private Exchanged authorized(RegistryCall call, Consumer<Call> listener) {
        Sent first = once(call, listener);
        boolean refused =
                first.end() instanceof Exchanged.Replied replied && replied.reply().status() == 401;
        if (!refused || first.token() == null) {
            return first.end();
        }
        Optional<Registry> known = shared.registries().find(registry);
        return known.isPresent() && shared.tokens().changedSince(known.get(), first.token().text())
                ? once(call, listener).end()
                : first.end();
    }

    /**
     * @param token that was shown; null for none
     */
    private record Sent(Exchanged end, ShownToken token) {}

    private Sent once(RegistryCall call, Consumer<Call> listener) {
        long started = shared.nanos().getAsLong();
        Exchange exchange =
                shared.template()
                        .send(
                                RequestRoutes.endpoint(registry),
                                request -> request.getMessage().setBody(call));
        Duration took = Duration.ofNanos(shared.nanos().getAsLong() - started);
        ShownToken token = exchange.getProperty(CallProperties.TOKEN, ShownToken.class);
        Exchanged end = end(call, exchange);
        String code = end.fold(reply -> String.valueOf(reply.status()), failure -> failure.code());
        if (wasTried(code)) {
            shared.metrics().called(registry, call.operation(), code, took);
            listener.accept(new Call(registry, call.operation(), code, took));
        }
        return new Sent(end, token);
    }

    private static boolean wasTried(String code) {
        return !code.equals("token") && !code.equals("guard") && !code.equals("route");
    }

    private Exchanged end(RegistryCall call, Exchange exchange) {
        Exception thrown = exchange.getException();
        if (thrown != null) {
            Failure failure =
                    Losses.failure(
                            registry,
                            call.operation(),
                            thrown,
                            () -> shared.breakers().rest(registry));
            shared.lastFailures().note(failure);
            return new Exchanged.Lost(failure);
        }
        RegistryReply reply = exchange.getMessage().getBody(RegistryReply.class);
        if (reply == null) {
            return lost(
                    call.operation(),
                    Reason.UNAVAILABLE,
                    "route",
                    "the route " + RequestRoutes.name(registry) + " ends without an answer",
                    SLOT_SOON);
        }
        reply.sunset().flatMap(HttpDate::parse).ifPresent(this::sunset);
        return new Exchanged.Replied(reply);
    }

    private void sunset(Instant date) {
        if (shared.metrics().sunset(registry, date)) {
            LOG.warn(
                    "registry {}: the version of its API that is in use may end on {}; a newer"
                            + " registry serves v1",
                    registry,
                    date);
        }
    }

    private Exchanged lost(
            Operation operation, Reason reason, String code, String detail, Duration after) {
        return new Exchanged.Lost(
                new Failure(registry, operation, reason, code, detail, Optional.of(after)));
    }
}
