package dev.drover.kubernetes;

import java.time.Duration;
import org.apache.camel.CamelExchangeException;
import org.apache.camel.Exchange;
import org.apache.camel.RuntimeExchangeException;

/**
 * What the end of an exchange means.
 *
 * @param outcome for the queue
 * @param result for the metric {@code drover_reconcile_total}; null = no pass worth counting
 * @param failure to be told about, or null
 */
record Verdict(PassOutcome outcome, String result, Throwable failure) {
    /** For what will not go better at once, and is no fault of the object. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Reads an exchange that a route has processed: its exception, rollback flags, properties. */
    static Verdict of(Exchange exchange, Pass pass, ResourceType own) {
        Throwable failure = exchange.getException();
        if (failure == null && exchange.isRollbackOnly()) {
            failure = new RuntimeExchangeException("the route rolled back", exchange);
        }
        if (failure == null && exchange.isRollbackOnlyLast()) {
            failure = new RuntimeExchangeException("the route rolled back", exchange);
        }
        return failure == null ? ended(exchange, pass) : failed(failure, own);
    }

    private static Verdict ended(Exchange exchange, Pass pass) {
        Duration again = exchange.getProperty(ResourcesConstants.LOOK_AGAIN, Duration.class);
        if (exchange.getProperty(ResourcesConstants.REJECTED, false, Boolean.class)) {
            return new Verdict(PassOutcome.rejected(again), "rejected", null);
        }
        Duration returned = exchange.getProperty(ResourcesConstants.RETURNED, Duration.class);
        if (returned != null) {
            return new Verdict(
                    PassOutcome.returned(returned), pass.hasWritten() ? "changed" : null, null);
        }
        String result = exchange.getProperty(ResourcesConstants.RESULT, String.class);
        if (result == null) {
            result = pass.hasWritten() ? "changed" : "unchanged";
        }
        return new Verdict(PassOutcome.lookAgain(again), result, null);
    }

    /** Of an exception, out of a route or out of a live read before it. */
    static Verdict failed(Throwable thrown, ResourceType own) {
        Throwable failure = unwrapped(thrown);
        if (!(failure instanceof ResourceException refusal)) {
            return new Verdict(PassOutcome.failed(), "error", failure);
        }
        if (refusal instanceof Conflict) {
            return new Verdict(PassOutcome.conflict(), "error", failure);
        }
        if (refusal instanceof Fenced || refusal instanceof NotServed && isAbout(refusal, own)) {
            return new Verdict(PassOutcome.returned(PAUSE), null, null);
        }
        return new Verdict(PassOutcome.failed(refusal.retryAfter().orElse(null)), "error", failure);
    }

    private static boolean isAbout(ResourceException refusal, ResourceType own) {
        return ResourceType.parse(refusal.resource()).qualifiedName().equals(own.qualifiedName());
    }

    /** Camel wraps what a split, a multicast or a bean threw. */
    private static Throwable unwrapped(Throwable thrown) {
        Throwable failure = thrown;
        while (failure.getCause() != null
                && (failure instanceof CamelExchangeException
                        || failure instanceof RuntimeExchangeException
                        || failure instanceof org.apache.camel.RuntimeCamelException)) {
            failure = failure.getCause();
        }
        return failure;
    }
}
