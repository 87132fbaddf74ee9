package dev.drover.registry.settings;

import dev.drover.config.Key;
import dev.drover.config.KeyType;
import dev.drover.config.Schema;
import dev.drover.kubernetes.ObjectKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys {@code drover.registry.*}. All are live but those that say what is watched. */
public final class RegistryKeys {
    private static final String PREFIX = "drover.registry.";
    private static final String AT = PREFIX + "at";

    private static final KeyType<ApiChoice> API_CHOICE = KeyType.choice(ApiChoice.class);
    private static final KeyType<AddressChoice> ADDRESS_CHOICE =
            KeyType.choice(AddressChoice.class);
    private static final KeyType<Authentication> AUTHENTICATION =
            KeyType.choice(Authentication.class);
    private static final KeyType<Switch> ON_OFF = KeyType.choice(Switch.class);

    public static final Key<Domain> DOMAIN =
            Key.of(
                            PREFIX + "domain",
                            KeyType.choice(Domain.class, Domain::prefix),
                            Domain.OPENDATAHUB.prefix())
                    .meaning("whose labels and annotations are read and written");

    public static final Key<List<WorkloadKind>> KINDS =
            Key.of(
                            PREFIX + "kinds",
                            KeyType.listOf(KeyType.choice(WorkloadKind.class)),
                            "inferenceservices")
                    .meaning("watched kinds");

    public static final Key<List<String>> REGISTRY_NAMESPACES =
            Key.of(PREFIX + "registry-namespaces", KeyType.listOf(KeyType.namespace()), "")
                    .defaultBy(
                            DOMAIN,
                            "`odh-model-registries`; of the domain of kubeflow `kubeflow`",
                            domain -> String.join(",", domain.registryNamespaces()))
                    .meaning(
                            "every Service with `component=model-registry` here is an allowed"
                                    + " registry; may be empty");

    public static final Key<Map<String, BaseUrl>> AT_URL =
            at("url", RegistryTypes.URL).meaning("an allowed registry: its base URL");

    public static final Key<Map<String, ObjectKey>> AT_SERVICE =
            at("service", RegistryTypes.SERVICE)
                    .meaning("an allowed registry: its Service; instead of `url`");

    public static final Key<Map<String, ApiChoice>> AT_API = overridden("api", API_CHOICE);
    public static final Key<Map<String, AddressChoice>> AT_ADDRESS =
            overridden("address", ADDRESS_CHOICE);
    public static final Key<Map<String, Authentication>> AT_AUTH =
            overridden("auth", AUTHENTICATION);
    public static final Key<Map<String, Path>> AT_TOKEN_FILE =
            overridden("token-file", KeyType.path());
    public static final Key<Map<String, Boolean>> AT_TOKEN_OVER_HTTP =
            overridden("token-over-http", KeyType.bool());
    public static final Key<Map<String, Optional<Path>>> AT_CA_FILE =
            overridden("ca-file", RegistryTypes.PATH_OR_NONE);
    public static final Key<Map<String, Boolean>> AT_INSECURE_TLS =
            overridden("insecure-tls", KeyType.bool());

    public static final Key<String> DEFAULT =
            live("default", KeyType.text(), "")
                    .meaning("id of the registry to use when a workload names none of several");

    public static final Key<AddressChoice> ADDRESS =
            live("address", ADDRESS_CHOICE, "auto")
                    .meaning("which address of a Service: its annotation, a port, or the first");

    public static final Key<ApiChoice> API =
            live("api", API_CHOICE, "auto").meaning("version of the REST API; `auto` finds out");

    public static final Key<Authentication> AUTH =
            live("auth", AUTHENTICATION, "token").meaning("how Drover shows who it is");

    public static final Key<Path> TOKEN_FILE =
            live(
                            "token-file",
                            KeyType.path(),
                            "/var/run/secrets/kubernetes.io/serviceaccount/token")
                    .meaning("bearer token; read again when it changes");

    public static final Key<Boolean> TOKEN_OVER_HTTP =
            live("token-over-http", KeyType.bool(), "false")
                    .meaning("send the token over plain HTTP too");

    public static final Key<Optional<Path>> CA_FILE =
            live("ca-file", RegistryTypes.PATH_OR_NONE, "")
                    .meaning("authorities in PEM form, besides the JVM's and OpenShift's own");

    public static final Key<Boolean> INSECURE_TLS =
            live("insecure-tls", KeyType.bool(), "false")
                    .meaning("do not check certificates of registries; warned of at start");

    public static final Key<Duration> CONNECT_TIMEOUT =
            live("connect-timeout", KeyType.duration("100ms", "30s"), "3s")
                    .meaning("to make a connection");

    public static final Key<Duration> RESPONSE_TIMEOUT =
            live("response-timeout", KeyType.duration("1s", "60s"), "10s")
                    .meaning("from the request to the head of its answer");

    public static final Key<Duration> DEADLINE =
            live("deadline", KeyType.duration("1s", ""), "15s")
                    .meaning("of a call, connect to last byte; at least `response-timeout`");

    public static final Key<Long> MAX_BODY =
            live("max-body", KeyType.size("64KiB", "64MiB"), "8MiB")
                    .meaning("uncompressed bytes of an answer");

    public static final Key<Integer> CONCURRENCY =
            Key.of(PREFIX + "concurrency", KeyType.integer(2, 64), "8")
                    .meaning("workloads in work at once; above `max-in-flight`");

    public static final Key<Integer> MAX_IN_FLIGHT =
            live("max-in-flight", KeyType.integer(1, 16), "2")
                    .meaning("calls at once to one registry");

    public static final Key<Integer> PAGE_SIZE =
            live("page-size", KeyType.integer(10, 1000), "100").meaning("entries of a list call");

    public static final Key<EnvironmentTemplate> ENVIRONMENT =
            live("environment", RegistryTypes.ENVIRONMENT, "{namespace}")
                    .meaning("name of a namespace's serving environment");

    public static final Key<Optional<String>> CLUSTER =
            live("cluster", RegistryTypes.CLUSTER, "")
                    .meaning("cluster identity on records; else the UID of `kube-system`");

    public static final Key<LinkLabels> LINK_LABELS =
            live("link-labels", KeyType.choice(LinkLabels.class), "keep")
                    .meaning("`strip` removes the labels that asked for a record, once linked");

    public static final Key<LinkTarget> LINK_TARGET =
            live("link-target", KeyType.choice(LinkTarget.class), "label")
                    .meaning("where the link is kept");

    public static final Key<StatusAnnotation> STATUS_ANNOTATION =
            live("status-annotation", KeyType.choice(StatusAnnotation.class), "link")
                    .meaning("content of `drover.dev/registry`");

    public static final Key<Integer> LINK_RATE =
            live("link-rate", KeyType.integer(0, 600), "6")
                    .meaning("metadata writes a minute to workloads that serve; 0 = never");

    public static final Key<Stopped> STOPPED =
            live("stopped", KeyType.choice(Stopped.class), "deployed")
                    .meaning("record state of a stopped workload");

    public static final Key<Archived> ARCHIVED =
            live("archived", KeyType.choice(Archived.class), "record")
                    .meaning("what an archived model or version means");

    public static final Key<Switch> SERVE_ACTIONS =
            live("serve-actions", ON_OFF, "on").meaning("history entries of records");

    public static final Key<Duration> MIN_UPDATE_INTERVAL =
            live("min-update-interval", KeyType.duration("0s", "10m"), "10s")
                    .meaning("between two changes of a record's properties");

    public static final Key<Duration> SWEEP_INTERVAL =
            live("sweep-interval", KeyType.duration("1m", "24h"), "10m")
                    .meaning("between two walks over a registry, ± 10 %");

    public static final Key<Integer> SWEEP_LIMIT =
            live("sweep-limit", KeyType.integer(1, 100), "20")
                    .meaning("percent of our records that one walk may close as orphans");

    public static final Key<Switch> FINALIZER =
            live("finalizer", ON_OFF, "off").meaning("hold a deleted workload until recorded");

    public static final Key<Duration> FINALIZER_DEADLINE =
            live("finalizer-deadline", KeyType.duration("5s", "10m"), "30s")
                    .meaning("how long it is held at most");

    public static final Key<Switch> CLEAR_FOREIGN_FINALIZERS =
            live("clear-foreign-finalizers", ON_OFF, "off")
                    .meaning("remove the finalizers of other registry controllers, once overdue");

    public static final Key<Switch> DEPLOY =
            Key.of(PREFIX + "deploy", ON_OFF, "off").meaning("make workloads of records");

    public static final Key<List<String>> DEPLOY_NAMESPACES =
            Key.of(PREFIX + "deploy-namespaces", KeyType.listOf(KeyType.namespace()), "")
                    .meaning("where workloads may be created; required with `deploy`");

    public static final Key<Integer> DEPLOY_RATE =
            live("deploy-rate", KeyType.integer(1, 60), "5")
                    .meaning("creates, deletes and corrections of workloads a minute");

    public static final Key<List<String>> DEPLOY_URI_SCHEMES =
            live("deploy-uri-schemes", KeyType.listOf(RegistryTypes.SCHEME), "s3,gs,hf,oci")
                    .meaning("accepted schemes of artifact URIs");

    public static final Key<Optional<Path>> DEPLOY_TEMPLATE =
            live("deploy-template", RegistryTypes.PATH_OR_NONE, "")
                    .meaning("base InferenceService (YAML) of created workloads");

    public static final Schema SCHEMA =
            RegistryRules.over(
                    Schema.of(
                            DOMAIN,
                            KINDS,
                            REGISTRY_NAMESPACES,
                            AT_URL,
                            AT_SERVICE,
                            AT_API,
                            AT_ADDRESS,
                            AT_AUTH,
                            AT_TOKEN_FILE,
                            AT_TOKEN_OVER_HTTP,
                            AT_CA_FILE,
                            AT_INSECURE_TLS,
                            DEFAULT,
                            ADDRESS,
                            API,
                            AUTH,
                            TOKEN_FILE,
                            TOKEN_OVER_HTTP,
                            CA_FILE,
                            INSECURE_TLS,
                            CONNECT_TIMEOUT,
                            RESPONSE_TIMEOUT,
                            DEADLINE,
                            MAX_BODY,
                            CONCURRENCY,
                            MAX_IN_FLIGHT,
                            PAGE_SIZE,
                            ENVIRONMENT,
                            CLUSTER,
                            LINK_LABELS,
                            LINK_TARGET,
                            STATUS_ANNOTATION,
                            LINK_RATE,
                            STOPPED,
                            ARCHIVED,
                            SERVE_ACTIONS,
                            MIN_UPDATE_INTERVAL,
                            SWEEP_INTERVAL,
                            SWEEP_LIMIT,
                            FINALIZER,
                            FINALIZER_DEADLINE,
                            CLEAR_FOREIGN_FINALIZERS,
                            DEPLOY,
                            DEPLOY_NAMESPACES,
                            DEPLOY_RATE,
                            DEPLOY_URI_SCHEMES,
                            DEPLOY_TEMPLATE));

    private RegistryKeys() {}

    private static <T> Key<T> live(String name, KeyType<T> type, String defaultText) {
        return Key.of(PREFIX + name, type, defaultText).live();
    }

    private static <T> Key<Map<String, T>> at(String member, KeyType<T> type) {
        return Key.family(AT, member, type).live();
    }

    private static <T> Key<Map<String, T>> overridden(String member, KeyType<T> type) {
        return at(member, type).meaning("`" + member + "` of this registry");
    }
}
