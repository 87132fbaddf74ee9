package dev.drover.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What must hold between the keys of {@link DroverKeys}. */
final class DroverRules {
    private DroverRules() {}

    static Schema over(Schema keys) {
        return keys.rule(new Constraint(List.of(DroverKeys.FLOWS), DroverRules::someFlow))
                .rule(
                        new Constraint(
                                List.of(DroverKeys.SHARD, DroverKeys.SELECTOR),
                                DroverRules::shardOfSelector))
                .rule(
                        new Constraint(
                                List.of(
                                        DroverKeys.LEASE_RENEW_DEADLINE,
                                        DroverKeys.KUBERNETES_WRITE_TIMEOUT,
                                        DroverKeys.LEASE_DURATION),
                                DroverRules::writesEndBeforeTheLease))
                .rule(
                        new Constraint(
                                List.of(
                                        DroverKeys.LEASE_RETRY_PERIOD,
                                        DroverKeys.LEASE_RENEW_DEADLINE),
                                DroverRules::twoTriesBeforeTheDeadline))
                .rule(
                        new Constraint(
                                List.of(DroverKeys.MANAGEMENT_PORT, DroverKeys.STATUS_PORT),
                                DroverRules::twoPorts))
                .rule(
                        new Constraint(
                                List.of(DroverKeys.JOLOKIA_USERS_FILE, DroverKeys.JOLOKIA_ENABLED),
                                DroverRules::usersOfJolokia));
    }

    private static Optional<String> someFlow(Values values) {
        return values.get(DroverKeys.FLOWS).isEmpty()
                ? Optional.of("names no flow; accepted: weights, registry, basemodels")
                : Optional.empty();
    }

    private static Optional<String> shardOfSelector(Values values) {
        return values.get(DroverKeys.SELECTOR).isEmpty() || !values.get(DroverKeys.SHARD).isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "is missing while drover.selector is set, shards would share a lease;"
                                + " accepted: "
                                + DroverKeys.SHARD.type().accepted());
    }

    /** A write of an old leader must have ended before anybody can follow it. */
    private static Optional<String> writesEndBeforeTheLease(Values values) {
        Duration deadline = values.get(DroverKeys.LEASE_RENEW_DEADLINE);
        Duration write = values.get(DroverKeys.KUBERNETES_WRITE_TIMEOUT);
        Duration lease = values.get(DroverKeys.LEASE_DURATION);
        if (deadline.plus(write).compareTo(lease) < 0) {
            return Optional.empty();
        }
        Duration most = roundBelow(lease.minus(write));
        Duration least = Duration.ofSeconds(1);
        return Optional.of(
                String.format(
                        "%s + %s %s is not below %s %s; accepted: %s",
                        Durations.text(deadline),
                        DroverKeys.KUBERNETES_WRITE_TIMEOUT,
                        Durations.text(write),
                        DroverKeys.LEASE_DURATION,
                        Durations.text(lease),
                        most.compareTo(least) < 0
                                ? "a "
                                        + DroverKeys.LEASE_DURATION
                                        + " above "
                                        + Durations.text(write.plus(least))
                                : Durations.text(least) + " to " + Durations.text(most)));
    }

    private static Optional<String> twoTriesBeforeTheDeadline(Values values) {
        Duration retry = values.get(DroverKeys.LEASE_RETRY_PERIOD);
        Duration deadline = values.get(DroverKeys.LEASE_RENEW_DEADLINE);
        if (retry.multipliedBy(2).compareTo(deadline) < 0) {
            return Optional.empty();
        }
        Duration most = roundBelow(deadline.dividedBy(2));
        return Optional.of(
                String.format(
                        "2 × %s is not below %s %s; accepted: %s",
                        Durations.text(retry),
                        DroverKeys.LEASE_RENEW_DEADLINE,
                        Durations.text(deadline),
                        most.toMillis() < 500
                                ? "a " + DroverKeys.LEASE_RENEW_DEADLINE + " above 1s"
                                : "500ms to " + Durations.text(most)));
    }

    /** One port would lose the authentication of the management endpoints (CAMEL-25462). */
    private static Optional<String> twoPorts(Values values) {
        int port = values.get(DroverKeys.MANAGEMENT_PORT);
        return port == values.get(DroverKeys.STATUS_PORT)
                ? Optional.of(
                        port + " is drover.status.port too; accepted: another port, 1 to 65535")
                : Optional.empty();
    }

    private static Optional<String> usersOfJolokia(Values values) {
        return values.get(DroverKeys.JOLOKIA_ENABLED)
                ? JolokiaUsers.problem(values.get(DroverKeys.JOLOKIA_USERS_FILE))
                : Optional.empty();
    }

    /** The largest round duration below the limit: whole seconds, or tenths below one second. */
    private static Duration roundBelow(Duration limit) {
        long below = limit.toMillis() - 1;
        return Duration.ofMillis(below < 1000 ? below / 100 * 100 : below / 1000 * 1000);
    }
}
