package dev.drover.leadership;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.kubernetes.Forbidden;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A Lease behind fabric8's client. Leases are read and written as trees: the typed model cannot
 * send the {@code null} that a release needs, and would fail where a field has a wrong type.
 */
final class KubernetesLeaseApi implements LeaseApi {
    private static final String API_VERSION = "coordination.k8s.io/v1";
    private static final ResourceDefinitionContext LEASES =
            new ResourceDefinitionContext.Builder()
                    .withGroup("coordination.k8s.io")
                    .withVersion("v1")
                    .withKind("Lease")
                    .withPlural("leases")
                    .withNamespaced(true)
                    .build();

    private final KubernetesClient client;
    private final String namespace;
    private final String name;
    private final String fieldManager;

    /**
     * @param client with retries off and a request timeout of {@link LeaseTimings#requestTimeout}
     */
    KubernetesLeaseApi(
            KubernetesClient client, String namespace, String name, String fieldManager) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
        this.fieldManager = fieldManager;
    }

    @Override
    public LeaseAnswer read() {
        return ask(
                "GET",
                () -> lease().get(),
                found ->
                        found == null
                                ? new LeaseAnswer.Absent()
                                : new LeaseAnswer.Found(LeaseRecord.of(found)));
    }

    @Override
    public LeaseAnswer create(ObjectNode spec) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("apiVersion", API_VERSION).put("kind", "Lease");
        body.putObject("metadata").put("namespace", namespace).put("name", name);
        body.set("spec", spec);
        // raw: the client's create() takes no field manager
        String path =
                "/apis/%s/namespaces/%s/leases?fieldManager=%s"
                        .formatted(API_VERSION, namespace, fieldManager);
        return ask(
                "POST",
                () -> parse(client.raw(path, "POST", body.toString())),
                made -> new LeaseAnswer.Written(LeaseRecord.of(made)));
    }

    @Override
    public LeaseAnswer patch(String resourceVersion, ObjectNode spec) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("metadata").put("resourceVersion", resourceVersion);
        body.set("spec", spec);
        PatchContext merge =
                new PatchContext.Builder()
                        .withPatchType(PatchType.JSON_MERGE)
                        .withFieldManager(fieldManager)
                        .build();
        return ask(
                "PATCH",
                () -> lease().patch(merge, body.toString()),
                made -> new LeaseAnswer.Written(LeaseRecord.of(made)));
    }

    @Override
    public AutoCloseable watch(Consumer<Optional<LeaseRecord>> changes, Runnable broken) {
        return lease().watch(new LeaseWatcher(changes, broken));
    }

    private Resource<GenericKubernetesResource> lease() {
        return client.genericKubernetesResources(LEASES).inNamespace(namespace).withName(name);
    }

    private GenericKubernetesResource parse(String json) {
        return client.getKubernetesSerialization().unmarshal(json, GenericKubernetesResource.class);
    }

    private LeaseAnswer ask(
            String method,
            Supplier<GenericKubernetesResource> call,
            Function<GenericKubernetesResource, LeaseAnswer> answer) {
        try {
            return answer.apply(call.get());
        } catch (KubernetesClientException e) {
            return refusal(method, e);
        } catch (RuntimeException e) { // boundary: an election outlives whatever a client throws
            return new LeaseAnswer.Failed(method + " " + path() + ": " + e, false);
        }
    }

    private LeaseAnswer refusal(String method, KubernetesClientException e) {
        return switch (e.getCode()) {
            case HttpURLConnection.HTTP_CONFLICT -> new LeaseAnswer.Conflict();
            // a PATCH of a Lease that was deleted; a POST into a namespace that is not there
            case HttpURLConnection.HTTP_NOT_FOUND ->
                    "POST".equals(method) ? failed(method, e) : new LeaseAnswer.Conflict();
            default -> failed(method, e);
        };
    }

    private LeaseAnswer failed(String method, KubernetesClientException e) {
        boolean forbidden = e.getCode() == HttpURLConnection.HTTP_FORBIDDEN;
        boolean elsewhere = forbidden || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
        return new LeaseAnswer.Failed(
                "%s %s: %s%s".formatted(method, path(), words(e), elsewhere ? advice() : ""),
                forbidden);
    }

    /** The server's own; the client would repeat them between the URL and the whole Status. */
    private static String words(KubernetesClientException e) {
        if (e.getCode() == 0) {
            return root(e).getMessage();
        }
        return Optional.ofNullable(e.getStatus())
                .map(Status::getMessage)
                .filter(message -> !message.isBlank())
                .orElseGet(e::getMessage);
    }

    /** Outside a cluster the namespace is the kubeconfig's, which is seldom the one meant. */
    private String advice() {
        return ("; Leases are kept in namespace %s: if Drover lives elsewhere, say so by"
                        + " drover.namespace (DROVER_NAMESPACE), else %s")
                .formatted(namespace, Forbidden.REMEDY);
    }

    /** Without an answer the client only says what it tried; why it failed is at the bottom. */
    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? failure : root;
    }

    private String path() {
        return "leases/" + namespace + "/" + name;
    }

    /** Hands events on; bookmarks say nothing about a Lease. */
    private record LeaseWatcher(Consumer<Optional<LeaseRecord>> changes, Runnable broken)
            implements Watcher<GenericKubernetesResource> {
        @Override
        public void eventReceived(Action action, GenericKubernetesResource lease) {
            switch (action) {
                case ADDED, MODIFIED -> changes.accept(Optional.of(LeaseRecord.of(lease)));
                case DELETED -> changes.accept(Optional.empty());
                case ERROR, BOOKMARK -> {}
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            broken.run();
        }
    }
}
