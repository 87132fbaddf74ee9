package dev.drover.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The keys that are not a flow's. */
public final class DroverKeys {

    /** Whether Drover writes to the cluster at all. */
    public enum GlobalMode {
        APPLY,
        OBSERVE
    }

    /** Whether Kubernetes Events are written; {@code AUTO} is on in mode apply, off in observe. */
    public enum EventsMode {
        AUTO,
        ON,
        OFF
    }

    /** Levels of the log, from everything to nothing. */
    public enum LogLevel {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR,
        OFF
    }

    /** Form of the log lines. */
    public enum LogFormat {
        TEXT,
        JSON
    }

    public static final Key<List<String>> FLOWS =
            Key.of(
                            "drover.flows",
                            KeyType.listOf(
                                    KeyType.word("a flow", "weights", "registry", "basemodels")),
                            "weights,registry,basemodels")
                    .meaning("flows that run");

    public static final Key<String> NAMESPACE =
            Key.of("drover.namespace", KeyType.namespace(), "default")
                    .defaultFrom(
                            "`POD_NAMESPACE`, else the service account's, else the kubeconfig's,"
                                    + " else `default`",
                            new HomeNamespace())
                    .meaning("where Drover itself lives: its Leases");

    public static final Key<List<String>> NAMESPACES =
            Key.of("drover.namespaces", KeyType.listOf(KeyType.namespace()), "")
                    .meaning("watched namespaces, empty for all; requests stay inside them");

    public static final Key<String> SELECTOR =
            Key.of("drover.selector", KeyType.labelSelector(), "")
                    .meaning("shard: only matching primary objects");

    public static final Key<String> SHARD =
            Key.of("drover.shard", KeyType.dnsLabel(20), "")
                    .meaning("suffix of the lease names; required with `drover.selector`");

    public static final Key<GlobalMode> MODE =
            Key.of("drover.mode", KeyType.choice(GlobalMode.class), "apply")
                    .live()
                    .meaning("`observe` computes and publishes everything and writes nothing");

    public static final Key<Boolean> LEADER_ELECTION =
            Key.of("drover.leader-election", KeyType.bool(), "true")
                    .meaning("`false` only with one replica: no Lease, always leading");

    public static final Key<Duration> LEASE_DURATION =
            Key.of("drover.lease.duration", KeyType.duration("5s", "5m"), "15s")
                    .meaning("unchanged for this long, a lease is free");

    public static final Key<Duration> LEASE_RENEW_DEADLINE =
            Key.of("drover.lease.renew-deadline", KeyType.duration("1s", ""), "10s")
                    .meaning(
                            "without a renewal for this long the leader stops writing; plus"
                                    + " `drover.kubernetes.write-timeout` below the duration");

    public static final Key<Duration> LEASE_RETRY_PERIOD =
            Key.of("drover.lease.retry-period", KeyType.duration("500ms", ""), "2s")
                    .meaning("between renewals, and between looks of a standby");

    public static final Key<Boolean> WARM_STANDBY =
            Key.of("drover.warm-standby", KeyType.bool(), "true")
                    .meaning("informers run without leadership");

    public static final Key<Duration> KUBERNETES_REQUEST_TIMEOUT =
            Key.of("drover.kubernetes.request-timeout", KeyType.duration("1s", "60s"), "10s")
                    .meaning("deadline of a read");

    public static final Key<Duration> KUBERNETES_WRITE_TIMEOUT =
            Key.of("drover.kubernetes.write-timeout", KeyType.duration("1s", "30s"), "4s")
                    .meaning("deadline of a write");

    public static final Key<Duration> RELIST =
            Key.of("drover.relist", KeyType.duration("10m", "24h"), "1h")
                    .meaning("every informer lists anew this often, ±10 %");

    public static final Key<Integer> MAX_CONFLICTS =
            Key.of("drover.max-conflicts", KeyType.integer(1, 20), "5")
                    .meaning("fresh starts of a pass after a conflict, before it counts as failed");

    public static final Key<Duration> SHUTDOWN_TIMEOUT =
            Key.of("drover.shutdown-timeout", KeyType.duration("1s", "60s"), "20s")
                    .meaning("how long running passes may take to end on SIGTERM");

    public static final Key<Duration> HEALTH_DISCONNECTED_AFTER =
            Key.of("drover.health.disconnected-after", KeyType.duration("10s", ""), "60s")
                    .live()
                    .meaning("an informer without connection for this long makes the pod unready");

    public static final Key<Duration> HEALTH_STUCK_WORKER =
            Key.of("drover.health.stuck-worker", KeyType.duration("10s", ""), "2m")
                    .live()
                    .meaning("a step of a pass that takes this long fails the liveness probe");

    public static final Key<Duration> CONFIG_POLL =
            Key.of("drover.config.poll", KeyType.duration("1s", "5m"), "5s")
                    .meaning("how often the files are looked at for edits");

    public static final Key<Path> ROUTES_DIRECTORY =
            Key.of("drover.routes.directory", KeyType.path(), "/etc/drover/routes")
                    .meaning("users' routes; absent is fine");

    public static final Key<EventsMode> EVENTS =
            Key.of("drover.events", KeyType.choice(EventsMode.class), "auto")
                    .live()
                    .meaning("Kubernetes Events; `auto` = on in `apply`, off in `observe`");

    public static final Key<Boolean> METRICS_PER_OBJECT =
            Key.of("drover.metrics.per-object", KeyType.bool(), "true")
                    .live()
                    .meaning("series with the names of objects (weights only)");

    public static final Key<Integer> METRICS_PER_OBJECT_LIMIT =
            Key.of("drover.metrics.per-object-limit", KeyType.integer(0, 100_000), "5000")
                    .live()
                    .meaning("at most this many of them");

    public static final Key<Boolean> STATUS_ENABLED =
            Key.of("drover.status.enabled", KeyType.bool(), "true")
                    .meaning("the status page and its JSON");

    public static final Key<String> STATUS_BIND =
            Key.of("drover.status.bind", KeyType.ip(), "127.0.0.1")
                    .meaning("address of the status page");

    public static final Key<Integer> STATUS_PORT =
            Key.of("drover.status.port", KeyType.port(), "8080").meaning("port of the status page");

    public static final Key<Integer> STATUS_HISTORY =
            Key.of("drover.status.history", KeyType.integer(1, 200), "20")
                    .meaning("decisions kept per object");

    public static final Key<Integer> MANAGEMENT_PORT =
            Key.of("drover.management.port", KeyType.port(), "8778")
                    .meaning("health, metrics, Jolokia; not the port of the status page");

    public static final Key<Boolean> JOLOKIA_ENABLED =
            Key.of("drover.jolokia.enabled", KeyType.bool(), "false")
                    .meaning("JMX over HTTP on the management port, behind basic auth");

    public static final Key<Path> JOLOKIA_USERS_FILE =
            Key.of(
                            "drover.jolokia.users-file",
                            KeyType.path(),
                            "/etc/drover/jolokia/users.properties")
                    .meaning("its users; must exist when Jolokia is on");

    public static final Key<LogLevel> LOG_LEVEL =
            Key.of("drover.log.level", KeyType.choice(LogLevel.class, LogLevel::name), "INFO")
                    .live()
                    .meaning("level of every logger that has none of its own");

    public static final Key<Map<String, LogLevel>> LOG_LEVELS =
            Key.family("drover.log.levels", KeyType.choice(LogLevel.class, LogLevel::name))
                    .live()
                    .meaning("level of one logger and those below it");

    public static final Key<LogFormat> LOG_FORMAT =
            Key.of("drover.log.format", KeyType.choice(LogFormat.class), "text")
                    .live()
                    .meaning("one line of text or one JSON object a record");

    /** All of them, with the rules between them. */
    public static final Schema SCHEMA =
            DroverRules.over(
                    Schema.of(
                            FLOWS,
                            NAMESPACE,
                            NAMESPACES,
                            SELECTOR,
                            SHARD,
                            MODE,
                            LEADER_ELECTION,
                            LEASE_DURATION,
                            LEASE_RENEW_DEADLINE,
                            LEASE_RETRY_PERIOD,
                            WARM_STANDBY,
                            KUBERNETES_REQUEST_TIMEOUT,
                            KUBERNETES_WRITE_TIMEOUT,
                            RELIST,
                            MAX_CONFLICTS,
                            SHUTDOWN_TIMEOUT,
                            HEALTH_DISCONNECTED_AFTER,
                            HEALTH_STUCK_WORKER,
                            CONFIG_POLL,
                            ROUTES_DIRECTORY,
                            EVENTS,
                            METRICS_PER_OBJECT,
                            METRICS_PER_OBJECT_LIMIT,
                            STATUS_ENABLED,
                            STATUS_BIND,
                            STATUS_PORT,
                            STATUS_HISTORY,
                            MANAGEMENT_PORT,
                            JOLOKIA_ENABLED,
                            JOLOKIA_USERS_FILE,
                            LOG_LEVEL,
                            LOG_LEVELS,
                            LOG_FORMAT));

    private DroverKeys() {}
}
