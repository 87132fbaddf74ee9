package dev.drover.weights.health;

/**
 * What probes say about the endpoint of a provider, as an input of decisions.
 *
 * @param state present state
 * @param reason why it is unhealthy, as it continues {@code unhealthy: …}, for example {@code 3
 *     failed probes of b.example.com:443, last: connection refused}; empty in any other state
 */
public record ProviderHealth(State state, String reason) {
    /** The states; without evidence a provider is neither healthy nor unhealthy. */
    public enum State {
        /** No health check is configured, or probing it makes no sense. */
        NONE,
        /** No probe has decided yet: may be used, and is not shown as healthy. */
        UNKNOWN,
        HEALTHY,
        UNHEALTHY
    }

    public static final ProviderHealth NONE = new ProviderHealth(State.NONE, "");
    public static final ProviderHealth UNKNOWN = new ProviderHealth(State.UNKNOWN, "");
    public static final ProviderHealth HEALTHY = new ProviderHealth(State.HEALTHY, "");

    /** Too many probes failed in a row. */
    public static ProviderHealth unhealthy(String reason) {
        return new ProviderHealth(State.UNHEALTHY, reason);
    }

    /** True unless probes say otherwise. */
    public boolean usable() {
        return state != State.UNHEALTHY;
    }

    /** True when nothing speaks against it any more: a probe succeeded, or none is configured. */
    public boolean clear() {
        return state == State.HEALTHY || state == State.NONE;
    }
}
