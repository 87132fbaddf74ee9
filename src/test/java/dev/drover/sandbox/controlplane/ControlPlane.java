package dev.drover.sandbox.controlplane;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.sandbox.RawApi;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.BooleanSupplier;

/**
 * A real etcd and kube-apiserver, and the controller-manager if asked for, on free ports of the
 * loopback address. RBAC is on, everything is audited, nothing outlives this JVM. Starts in a few
 * seconds; tests share one through {@link RealApi}.
 */
public final class ControlPlane implements AutoCloseable {
    private static final Duration STARTUP = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final String STAGES = "/kubelet/stages.yaml";

    private final Deque<Runnable> cleanups = new ConcurrentLinkedDeque<>(); // last started first
    private final Binaries binaries;
    private final Etcd etcd;
    private final ApiServer server;
    private final Path kubeconfig;
    private final RawApi admin;

    /** What to start; see {@link ControlPlane#configure}. */
    public static final class Builder {
        private final List<String> flags = new ArrayList<>();
        private boolean controllers;
        private boolean node;

        private Builder() {}

        /** A further flag of kube-apiserver, for example {@code --min-request-timeout=5}. */
        public Builder flag(String flag) {
            flags.add(flag);
            return this;
        }

        /** With kube-controller-manager: garbage collector, namespaces, Jobs, service accounts. */
        public Builder controllers() {
            controllers = true;
            return this;
        }

        /**
         * With a node on which Pods run: the controllers, the scheduler, and kwok as a kubelet that
         * plays the Pods of metadata Jobs ({@code kubelet/stages.yaml}).
         */
        public Builder node() {
            controllers = true;
            node = true;
            return this;
        }

        /** Starts everything and returns once the server says that it is ready. */
        public ControlPlane start() {
            Binaries binaries =
                    Binaries.find().orElseThrow(() -> new IllegalStateException(missing()));
            return new ControlPlane(binaries, List.copyOf(flags), controllers, node);
        }
    }

    private ControlPlane(
            Binaries binaries, List<String> flags, boolean withControllers, boolean withNode) {
        this.binaries = binaries;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "control-plane-shutdown"));
        try {
            Workspace workspace = new Workspace();
            cleanups.push(workspace::close);
            etcd = Etcd.start(binaries, workspace);
            cleanups.push(etcd.process()::kill);
            TokenKeys keys = Certificates.tokenKeys(workspace);
            server = new ApiServer(binaries, workspace, etcd, keys, flags);
            server.start();
            cleanups.push(() -> server.process().kill());
            await(server::hasCertificate);
            admin =
                    RawApi.at(
                            server.url(),
                            Certificates.trusting(server.certificate()),
                            ApiServer.ADMIN_TOKEN);
            kubeconfig = workspace.write("kubeconfig", kubeconfig(ApiServer.ADMIN_TOKEN));
            await(this::ready);
            if (withControllers) {
                cleanups.push(controllers(binaries, workspace, keys)::kill);
            }
            if (withNode) {
                cleanups.push(scheduler(binaries, workspace)::kill);
                cleanups.push(kubelet(binaries, workspace)::kill);
                await(() -> node("node-a"));
                await(() -> node("node-b"));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Describes a control plane to start. */
    public static Builder configure() {
        return new Builder();
    }

    /** True if the programs are there. */
    public static boolean available() {
        return Binaries.find().isPresent();
    }

    /** Where they were looked for and how to get them. */
    static String missing() {
        return "no kube-apiserver in %s; build with .ci/control-plane/build"
                .formatted(Binaries.root());
    }

    public String url() {
        return server.url();
    }

    /** As {@code system:masters}. */
    public RawApi api() {
        return admin;
    }

    /** With another token. */
    public RawApi api(String token) {
        return admin.as(token);
    }

    /** A client of {@code system:masters}, without retries of its own; the caller closes it. */
    public KubernetesClient client() {
        return client(ApiServer.ADMIN_TOKEN);
    }

    /** A client with another token; the caller closes it. */
    public KubernetesClient client(String token) {
        Config config =
                new ConfigBuilder(Config.empty())
                        .withMasterUrl(url())
                        .withCaCertFile(server.certificate().toString())
                        .withOauthToken(token)
                        .withNamespace("default")
                        .withRequestRetryBackoffLimit(0)
                        .build();
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(new KubernetesSerialization(new ObjectMapper(), false))
                .build();
    }

    /** A kubeconfig file of {@code system:masters}. */
    public Path kubeconfig() {
        return kubeconfig;
    }

    /** A kubeconfig (YAML) with another token. */
    public String kubeconfig(String token) {
        return """
        apiVersion: v1
        kind: Config
        clusters: [{name: test, cluster: {server: "%s", certificate-authority: "%s"}}]
        users: [{name: user, user: {token: "%s"}}]
        contexts: [{name: test, context: {cluster: test, user: user, namespace: default}}]
        current-context: test
        """
                .formatted(server.url(), server.certificate(), token);
    }

    /** kubectl of the same build, as {@code system:masters}. */
    public Kubectl kubectl() {
        return new Kubectl(binaries.program("kubectl"), kubeconfig);
    }

    /**
     * A real token of this service account (made, with its namespace, if missing), good for an
     * hour. Its user is {@code system:serviceaccount:<namespace>:<name>}; it may do what RBAC
     * objects, created with {@link RawApi#create}, grant.
     */
    public String serviceAccountToken(String namespace, String name) {
        admin.create(
                """
                apiVersion: v1
                kind: Namespace
                metadata: {name: %s}
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: %s, namespace: %s}
                """
                        .formatted(namespace, name, namespace));
        String path = "/api/v1/namespaces/%s/serviceaccounts/%s/token".formatted(namespace, name);
        String request =
                "{apiVersion: authentication.k8s.io/v1, kind: TokenRequest,"
                        + " spec: {expirationSeconds: 3600}}";
        return admin.post(path, request).expect(201).at("/status/token");
    }

    /** Installs the CRDs of these files and waits until their kinds are served. */
    public void install(Path... files) {
        for (Path file : files) {
            try {
                CrdInstallation.install(admin, Files.readString(file), this::await);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** What everybody did, on both sides of restarts. */
    public AuditLog audit() {
        return new AuditLog(server.auditLog());
    }

    /** Kills kube-apiserver (SIGKILL); etcd keeps the state. */
    public void killApiServer() {
        server.process().kill();
    }

    /** Starts kube-apiserver again on the same port and waits until it is ready. */
    public void startApiServer() {
        server.start();
        await(this::ready);
    }

    /**
     * Forgets every older version in etcd. A server that runs still has recent ones in its watch
     * cache: a restart makes every older resourceVersion answer 410.
     */
    public void compact() {
        etcd.compact();
    }

    @Override
    public void close() {
        for (Runnable next = cleanups.poll(); next != null; next = cleanups.poll()) {
            next.run();
        }
    }

    private boolean ready() {
        try {
            return admin.get("/readyz").code() == 200;
        } catch (UncheckedIOException e) {
            return false; // not listening yet
        }
    }

    private void await(BooleanSupplier condition) {
        long end = System.nanoTime() + STARTUP.toNanos();
        while (!condition.getAsBoolean()) {
            for (ChildProcess process : List.of(etcd.process(), server.process())) {
                if (!process.alive()) {
                    throw new IllegalStateException("ended early:\n" + process.lastLines());
                }
            }
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "not ready in time: " + server.process().lastLines());
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private ChildProcess controllers(Binaries binaries, Workspace workspace, TokenKeys keys) {
        return ChildProcess.start(
                List.of(
                        binaries.program("kube-controller-manager"),
                        "--kubeconfig=" + kubeconfig,
                        "--service-account-private-key-file=" + keys.signing(),
                        // a claim whose volume the binder has not heard of waits for this
                        "--pvclaimbinder-sync-period=1s",
                        "--leader-elect=false",
                        "--secure-port=0"),
                workspace.file("kube-controller-manager.log"));
    }

    private ChildProcess scheduler(Binaries binaries, Workspace workspace) {
        return ChildProcess.start(
                List.of(
                        binaries.program("kube-scheduler"),
                        "--kubeconfig=" + kubeconfig,
                        "--leader-elect=false",
                        "--secure-port=0"),
                workspace.file("kube-scheduler.log"));
    }

    private ChildProcess kubelet(Binaries binaries, Workspace workspace) {
        try (InputStream stages = ControlPlane.class.getResourceAsStream(STAGES)) {
            Path file =
                    workspace.write(
                            "stages.yaml",
                            new String(stages.readAllBytes(), StandardCharsets.UTF_8));
            return ChildProcess.start(
                    List.of(
                            binaries.program("kwok"),
                            "--kubeconfig=" + kubeconfig,
                            "--config=" + file,
                            "--manage-all-nodes",
                            "--node-lease-duration-seconds=40"),
                    workspace.file("kwok.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the node if it is missing; true once Pods may be put on it. */
    private boolean node(String name) {
        RawApi.Reply found = admin.get("/api/v1/nodes/" + name);
        if (found.code() == 404) {
            admin.create(
                    """
                    apiVersion: v1
                    kind: Node
                    metadata:
                      name: %1$s
                      labels: {kubernetes.io/hostname: %1$s, kubernetes.io/os: linux}
                      annotations: {kwok.x-k8s.io/node: fake}
                    """
                            .formatted(name));
            return false;
        }
        return found.text().contains("\"KubeletReady\"") && !found.text().contains("not-ready");
    }
}
