package dev.drover.sandbox.apiserver;

import java.time.Duration;
import java.util.Optional;

/**
 * What is to go wrong, for which requests and how often: {@code
 * patch("externalmodels").with(429).retryAfter(2).times(1)}. Immutable; given to {@link
 * ApiServerDouble#fail}. Without {@code times} or {@code lasting} it holds until it is lifted.
 */
public final class Fault {
    enum Effect {
        ANSWER,
        HANG,
        CLOSE,
        LOSE_REPLY,
        DELAY,
        HALF_OPEN,
        CLOSED_AT_ONCE,
        GARBLED
    }

    private final Matching matching;
    private final Effect effect;
    private final int code;
    private final Integer retryAfterSeconds; // null: none
    private final Duration delay;
    private final int times;
    private final Optional<Duration> lasting;

    private Fault(
            Matching matching,
            Effect effect,
            int code,
            Integer retryAfterSeconds,
            Duration delay,
            int times,
            Optional<Duration> lasting) {
        this.matching = matching;
        this.effect = effect;
        this.code = code;
        this.retryAfterSeconds = retryAfterSeconds;
        this.delay = delay;
        this.times = times;
        this.lasting = lasting;
    }

    /** Reads of single objects of this plural; {@code *} stands for every resource, as below. */
    public static Fault get(String resource) {
        return on("get", resource);
    }

    /** Lists of this plural. */
    public static Fault list(String resource) {
        return on("list", resource);
    }

    /** Watches of this plural. */
    public static Fault watch(String resource) {
        return on("watch", resource);
    }

    /** Creations of this plural. */
    public static Fault create(String resource) {
        return on("create", resource);
    }

    /** Replacements (PUT) of this plural. */
    public static Fault update(String resource) {
        return on("update", resource);
    }

    /** Patches of this plural, of its status too unless {@link #subresource} says which. */
    public static Fault patch(String resource) {
        return on("patch", resource);
    }

    /** Deletions of this plural. */
    public static Fault delete(String resource) {
        return on("delete", resource);
    }

    /** Every verb on this plural. */
    public static Fault any(String resource) {
        return on("*", resource);
    }

    /** Every request whose path starts so, discovery included. */
    public static Fault path(String prefix) {
        return of(new Matching("*", "*", prefix, Optional.empty(), Optional.empty()));
    }

    private static Fault on(String verb, String resource) {
        return of(new Matching(verb, resource, "/", Optional.empty(), Optional.empty()));
    }

    private static Fault of(Matching matching) {
        return new Fault(
                matching,
                Effect.ANSWER,
                500,
                null,
                Duration.ZERO,
                Integer.MAX_VALUE,
                Optional.empty());
    }

    /** Only requests for the object of this name. */
    public Fault named(String name) {
        return matching(matching.named(name));
    }

    /** Only requests for this subresource; an empty text means the object itself. */
    public Fault subresource(String subresource) {
        return matching(matching.of(subresource));
    }

    /** Answer with this code and a Status body, without doing anything. */
    public Fault with(int code) {
        return new Fault(matching, Effect.ANSWER, code, retryAfterSeconds, delay, times, lasting);
    }

    /** Send {@code Retry-After} with the answer. */
    public Fault retryAfter(int seconds) {
        return new Fault(matching, effect, code, seconds, delay, times, lasting);
    }

    /** Read the request and never answer. */
    public Fault hanging() {
        return effect(Effect.HANG);
    }

    /** Read the request and close the connection without doing anything. */
    public Fault closing() {
        return effect(Effect.CLOSE);
    }

    /** Do what was asked, then close the connection instead of answering. */
    public Fault losingReply() {
        return effect(Effect.LOSE_REPLY);
    }

    /** Do what was asked, this long after the request came. */
    public Fault delayed(Duration delay) {
        return new Fault(matching, Effect.DELAY, code, retryAfterSeconds, delay, times, lasting);
    }

    /** Accept the watch and never send anything, not even bookmarks. */
    public Fault halfOpen() {
        return effect(Effect.HALF_OPEN);
    }

    /** Accept the watch and end it properly at once. */
    public Fault endingAtOnce() {
        return effect(Effect.CLOSED_AT_ONCE);
    }

    /** Accept the watch and send something that is no event. */
    public Fault garbled() {
        return effect(Effect.GARBLED);
    }

    /** Hit that many requests, then none. */
    public Fault times(int times) {
        return new Fault(matching, effect, code, retryAfterSeconds, delay, times, lasting);
    }

    /** Stop hitting that long after the fault was set. */
    public Fault lasting(Duration duration) {
        return new Fault(
                matching, effect, code, retryAfterSeconds, delay, times, Optional.of(duration));
    }

    private Fault matching(Matching other) {
        return new Fault(other, effect, code, retryAfterSeconds, delay, times, lasting);
    }

    private Fault effect(Effect other) {
        return new Fault(matching, other, code, retryAfterSeconds, delay, times, lasting);
    }

    boolean matches(SeenRequest request) {
        return matching.test(request);
    }

    Effect effect() {
        return effect;
    }

    Duration delay() {
        return delay;
    }

    int times() {
        return times;
    }

    Optional<Duration> lasting() {
        return lasting;
    }

    Answer answer() {
        return Failure.injected(code, retryAfterSeconds);
    }

    private record Matching(
            String verb,
            String resource,
            String pathPrefix,
            Optional<String> name,
            Optional<String> subresource) {
        Matching named(String name) {
            return new Matching(verb, resource, pathPrefix, Optional.of(name), subresource);
        }

        Matching of(String subresource) {
            return new Matching(verb, resource, pathPrefix, name, Optional.of(subresource));
        }

        boolean test(SeenRequest request) {
            boolean anything = verb.equals("*") && resource.equals("*");
            return request.path().startsWith(pathPrefix)
                    && (anything || !request.verb().isEmpty())
                    && (verb.equals("*") || verb.equals(request.verb()))
                    && (resource.equals("*") || resource.equals(request.resource()))
                    && name.map(request.name()::equals).orElse(true)
                    && subresource.map(request.subresource()::equals).orElse(true);
        }
    }
}
