package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An API server inside the test's process: real HTTP on a free port of the loopback address,
 * patches, validation, watches, finalizers and garbage collection as kube-apiserver has them, and
 * whatever fault the test wants.
 *
 * <pre>{@code
 * try (var api = ApiServerDouble.start().installDevelopmentCrds()) {
 *     api.create("""
 *             apiVersion: inference.opendatahub.io/v1alpha1
 *             kind: ExternalModel
 *             …""");
 *     api.fail(patch("externalmodels").with(429).retryAfter(2).times(1));
 *     …
 *     assertThat(api.requests().of("patch", "externalmodels")).hasSize(2);
 * }
 * }</pre>
 *
 * <p>Not served: server-side apply, strategic merge, Tables, Protobuf. Thread-safe.
 */
public final class ApiServerDouble implements AutoCloseable {
    private static final Path DEVELOPMENT_CRDS = Path.of("deploy", "crds");

    private final Store store = new Store();
    private final Kinds kinds = new Kinds();
    private final Rights rights = new Rights();
    private final RequestLog requests = new RequestLog();
    private final Faults faults = new Faults(System::nanoTime);
    private final TestAccess access;
    private final OpenWatches watches;
    private final Http http;
    private final int port;

    private ApiServerDouble(Clock clock) {
        Front[] front = new Front[1];
        http = new Http((request, body) -> front[0].handle(request, body));
        watches = new OpenWatches(store, http.vertx());
        Handlers[] handlers = new Handlers[1];
        CrdInstaller crds =
                new CrdInstaller(
                        kinds,
                        kind -> handlers[0].removeAll(kind),
                        kind -> watches.matching(of(kind.plural())).forEach(Watch::end));
        store.listen(crds::follow);
        handlers[0] = new Handlers(store, clock);
        access = new TestAccess(kinds, handlers[0]);
        front[0] = new Front(kinds, handlers[0], rights, faults, requests, watches);
        port = http.start();
    }

    /** Starts with the built-in kinds, the namespaces {@code default} and {@code kube-system}. */
    public static ApiServerDouble start() {
        return start(Clock.systemUTC());
    }

    /** The same with the clock that dates objects. */
    public static ApiServerDouble start(Clock clock) {
        ApiServerDouble api = new ApiServerDouble(clock);
        api.access.ensureNamespace("default");
        api.access.ensureNamespace("kube-system");
        return api;
    }

    // ---- kinds

    /** Installs or replaces the CRDs of these files. */
    public ApiServerDouble install(Path... files) {
        for (Path file : files) {
            try {
                install(Files.readString(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return this;
    }

    /** Installs or replaces the CRDs of this YAML. */
    public ApiServerDouble install(String yaml) {
        Json.documents(yaml).forEach(access::createOrReplace);
        return this;
    }

    /** Installs the CRDs of {@code deploy/crds}. */
    public ApiServerDouble installDevelopmentCrds() {
        try (Stream<Path> files = Files.list(DEVELOPMENT_CRDS)) {
            return install(
                    files.filter(file -> file.toString().endsWith(".yaml"))
                            .filter(file -> !file.endsWith("kustomization.yaml"))
                            .sorted()
                            .toArray(Path[]::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Removes the CRD of this name, for example {@code externalmodels.inference.opendatahub.io}.
     */
    public void uninstall(String crdName) {
        access.delete("customresourcedefinitions", "", crdName);
    }

    // ---- objects; resources are named by their plural, or group/plural where that is ambiguous

    /** Creates every object of this YAML (and missing namespaces); returns them as stored. */
    public List<ObjectNode> create(String yaml) {
        return Json.documents(yaml).stream().map(access::create).toList();
    }

    /** Creates one object, and its namespace if that is missing. */
    public ObjectNode create(ObjectNode object) {
        return access.create(object);
    }

    /** The object as clients read it. */
    public Optional<ObjectNode> get(String resource, String namespace, String name) {
        return access.get(resource, namespace, name);
    }

    /** All objects of this resource in all namespaces. */
    public List<ObjectNode> list(String resource) {
        return access.list(resource);
    }

    /** Applies a merge patch (JSON) as another client would. */
    public ObjectNode patch(String resource, String namespace, String name, String mergePatch) {
        return access.patch(resource, namespace, name, "", mergePatch);
    }

    /** Applies a merge patch (JSON) to the status subresource. */
    public ObjectNode patchStatus(
            String resource, String namespace, String name, String mergePatch) {
        return access.patch(resource, namespace, name, "status", mergePatch);
    }

    /** Deletes the object; finalizers hold it as usual. */
    public void delete(String resource, String namespace, String name) {
        access.delete(resource, namespace, name);
    }

    // ---- versions and watches

    /** The newest resourceVersion. */
    public long revision() {
        return store.revision();
    }

    /** Forgets all changes so far: older resourceVersions answer 410 Gone. */
    public void compact() {
        store.compact();
    }

    /** How often watches opened from now on get a bookmark; a minute unless told otherwise. */
    public ApiServerDouble bookmarkEvery(Duration interval) {
        watches.bookmarkEvery(interval);
        return this;
    }

    /** The open watches of a resource (its plural), or of all for {@code *}. */
    public WatchControl watches(String resource) {
        return new WatchControl(() -> watches.matching(of(resource)));
    }

    // ---- faults, users, log

    /** Makes requests go wrong from now on. */
    public ActiveFault fail(Fault fault) {
        return faults.set(fault);
    }

    /** Lifts every fault. */
    public void repair() {
        faults.liftAll();
    }

    /** Adds a user who may do nothing yet. Requests without a token may do everything. */
    public ApiUser user(String token, String name) {
        return rights.add(token, name);
    }

    /** What clients sent. */
    public RequestLog requests() {
        return requests;
    }

    // ---- connection

    /** Closes every connection and refuses new ones; the state stays. */
    public void refuseConnections() {
        http.stop();
    }

    /** Listens again, on the same port. */
    public void acceptConnections() {
        http.start();
    }

    /** {@code http://127.0.0.1:<port>}. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** A client with full rights, without retries of its own; the caller closes it. */
    public KubernetesClient client() {
        return client(configuration(null));
    }

    /** A client with the rights of {@code user}; the caller closes it. */
    public KubernetesClient client(ApiUser user) {
        return client(configuration(user.token()));
    }

    /** A kubeconfig (YAML) with full rights. */
    public String kubeconfig() {
        return """
        apiVersion: v1
        kind: Config
        clusters: [{name: sandbox, cluster: {server: "%s"}}]
        users: [{name: admin, user: {}}]
        contexts: [{name: sandbox, context: {cluster: sandbox, user: admin, namespace: default}}]
        current-context: sandbox
        """
                .formatted(url());
    }

    @Override
    public void close() {
        http.close();
    }

    private Config configuration(String token) {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl(url())
                .withNamespace("default")
                .withOauthToken(token)
                .withRequestRetryBackoffLimit(0)
                .build();
    }

    private static KubernetesClient client(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(new KubernetesSerialization(new ObjectMapper(), false))
                .build();
    }

    private static java.util.function.Predicate<Watch> of(String resource) {
        return watch -> resource.equals("*") || watch.target().kind().plural().equals(resource);
    }
}
