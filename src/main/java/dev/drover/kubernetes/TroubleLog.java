package dev.drover.kubernetes;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what a user can mend: once when it begins, again each hour while it lasts, and once when it
 * is over. An API server that is away concerns all informers alike and is told once a minute at
 * most for all of them together. A watch that ends and is reopened is no news. Thread-safe.
 */
final class TroubleLog {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceInformer.class);
    private static final Duration AGAIN = Duration.ofHours(1);
    private static final Duration ANOTHER = Duration.ofMinutes(1);

    private record Told(Trouble trouble, long atNanos) {}

    private final LongSupplier nanoTime;
    private final Map<String, Told> told = new HashMap<>(); // by subject; guarded by this
    private Long connectionToldAt; // guarded by this

    TroubleLog(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** {@code namespace} is empty for the whole cluster. */
    synchronized void failed(String verb, ResourceType type, String namespace, Failure failure) {
        Trouble trouble = failure.trouble();
        switch (trouble) {
            case CLOSED, GONE, THROTTLED -> // the client says the last one for all
                    LOG.debug("{}{}: {}", type.qualifiedName(), in(namespace), failure.text());
            case NOT_SERVED -> missing(type);
            case FORBIDDEN, UNAUTHORIZED, UNDECODABLE, STALLED -> {
                if (news(subject(type, namespace), trouble)) {
                    LOG.warn(text(verb, type, namespace, failure));
                }
            }
            case NETWORK, SERVER -> {
                if (connectionNews() && news(subject(type, namespace), trouble)) {
                    LOG.warn(text(verb, type, namespace, failure));
                }
            }
        }
    }

    synchronized void missing(ResourceType type) {
        if (news(subject(type, ""), Trouble.NOT_SERVED)) {
            LOG.info(
                    "{}: not served by the API server (CRD not installed?); idle until it is",
                    type.qualifiedName());
        }
    }

    /** Whatever was wrong is over. */
    synchronized void connected(ResourceType type, String namespace) {
        boolean wasMissing = told.remove(subject(type, "")) != null;
        boolean wasTold = told.remove(subject(type, namespace)) != null;
        if (wasMissing || wasTold) {
            LOG.info("{}{}: connected", type.qualifiedName(), in(namespace));
        }
    }

    private boolean news(String subject, Trouble trouble) {
        long now = nanoTime.getAsLong();
        Told last = told.get(subject);
        if (last != null && last.trouble == trouble && now - last.atNanos < AGAIN.toNanos()) {
            return false;
        }
        told.put(subject, new Told(trouble, now));
        return true;
    }

    private boolean connectionNews() {
        long now = nanoTime.getAsLong();
        if (connectionToldAt != null && now - connectionToldAt < ANOTHER.toNanos()) {
            return false;
        }
        connectionToldAt = now;
        return true;
    }

    private static String text(String verb, ResourceType type, String namespace, Failure failure) {
        String what = type.qualifiedName() + in(namespace);
        return switch (failure.trouble()) {
            case FORBIDDEN ->
                    "forbidden: may not %s %s; it needs get, list and watch there: %s (%s)"
                            .formatted(verb, what, Forbidden.REMEDY, failure.text());
            case UNAUTHORIZED ->
                    "%s: the API server does not accept the credentials (%s)"
                            .formatted(what, failure.text());
            case UNDECODABLE, STALLED ->
                    "%s: watch given up, listing anew: %s".formatted(what, failure.text());
            case CLOSED, GONE, NETWORK, THROTTLED, SERVER, NOT_SERVED ->
                    "cannot %s %s: %s; trying again".formatted(verb, what, failure.text());
        };
    }

    private static String subject(ResourceType type, String namespace) {
        return type + " " + namespace;
    }

    private static String in(String namespace) {
        return namespace.isEmpty() ? "" : " in namespace " + namespace;
    }
}
