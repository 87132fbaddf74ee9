package dev.drover.sandbox.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** kube-apiserver on one port, which may die and come back. */
final class ApiServer {
    static final String ADMIN_TOKEN = "admin-token";

    private static final String AUDIT_POLICY =
            """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived, ResponseStarted, Panic]
            rules:
            - level: Metadata
            """;

    private final Workspace workspace;
    private final int port = Workspace.freePort();
    private final List<String> command = new ArrayList<>();
    private ChildProcess process; // guarded by this

    ApiServer(
            Binaries binaries,
            Workspace workspace,
            Etcd etcd,
            TokenKeys keys,
            List<String> extraFlags) {
        this.workspace = workspace;
        Path tokens =
                workspace.write("tokens.csv", ADMIN_TOKEN + ",admin,admin,\"system:masters\"\n");
        Path policy = workspace.write("audit-policy.yaml", AUDIT_POLICY);
        command.add(binaries.program("kube-apiserver"));
        command.addAll(
                List.of(
                        "--etcd-servers=" + etcd.url(),
                        "--bind-address=127.0.0.1",
                        "--advertise-address=127.0.0.1",
                        "--secure-port=" + port,
                        "--cert-dir=" + workspace.file("certs"),
                        "--service-cluster-ip-range=10.0.0.0/24",
                        "--endpoint-reconciler-type=none",
                        "--authorization-mode=RBAC",
                        "--token-auth-file=" + tokens,
                        "--service-account-issuer=https://kubernetes.default.svc",
                        "--service-account-signing-key-file=" + keys.signing(),
                        "--service-account-key-file=" + keys.verifying(),
                        "--audit-policy-file=" + policy,
                        "--audit-log-path=" + auditLog(),
                        "--audit-log-mode=blocking",
                        "--profiling=false"));
        command.addAll(extraFlags);
    }

    String url() {
        return "https://127.0.0.1:" + port;
    }

    /** The certificate that the server made at its first start. */
    Path certificate() {
        return workspace.file("certs").resolve("apiserver.crt");
    }

    boolean hasCertificate() {
        return Files.exists(certificate());
    }

    Path auditLog() {
        return workspace.file("audit.log");
    }

    synchronized void start() {
        process = ChildProcess.start(command, workspace.file("kube-apiserver.log"));
    }

    synchronized ChildProcess process() {
        return process;
    }
}
