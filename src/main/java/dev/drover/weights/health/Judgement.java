package dev.drover.weights.health;

/** What the results of one prober amount to. Not thread-safe. */
final class Judgement {
    private final Probe probe;
    private ProviderHealth health = ProviderHealth.UNKNOWN;
    private int failures; // in a row
    private int successes; // in a row, while unhealthy

    Judgement(Probe probe) {
        this.probe = probe;
    }

    ProviderHealth health() {
        return health;
    }

    /** Takes one result more. */
    void add(ProbeResult result) {
        switch (result.kind()) {
            case OK -> succeeded();
            case FAILED -> failed(result.detail());
            case DENIED -> restart();
        }
    }

    private void succeeded() {
        failures = 0;
        boolean unhealthy = health.state() == ProviderHealth.State.UNHEALTHY;
        successes = unhealthy ? successes + 1 : 0;
        if (!unhealthy || successes >= probe.successThreshold()) {
            health = ProviderHealth.HEALTHY;
            successes = 0;
        }
    }

    private void failed(String detail) {
        successes = 0;
        failures = Math.min(failures + 1, probe.failureThreshold());
        if (failures == probe.failureThreshold()
                && health.state() != ProviderHealth.State.UNHEALTHY) {
            health =
                    ProviderHealth.unhealthy(
                            "%d failed %s of %s, last: %s"
                                    .formatted(
                                            failures,
                                            failures == 1 ? "probe" : "probes",
                                            probe,
                                            detail));
        }
    }

    private void restart() {
        health = ProviderHealth.UNKNOWN;
        failures = 0;
        successes = 0;
    }
}
