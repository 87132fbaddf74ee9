package dev.drover.registry;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.registry.decision.Presence;
import dev.drover.registry.objects.WorkloadKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.kubernetes.KubernetesConstants;

/** Point reads of the API server, past all caches. */
final class KubernetesReads implements Reader.LiveReads {
    private final ProducerTemplate template;

    KubernetesReads(ProducerTemplate template) {
        this.template = template;
    }

    @Override
    public Presence object(WorkloadKind kind, ObjectKey key) {
        Exchange answer =
                template.request(
                        "kubernetes-resources:" + kind.resource() + "?operation=get",
                        exchange -> {
                            exchange.getMessage()
                                    .setHeader(ResourcesConstants.NAMESPACE, key.namespace());
                            exchange.getMessage().setHeader(ResourcesConstants.NAME, key.name());
                            exchange.getMessage().setHeader(ResourcesConstants.LIVE, true);
                        });
        if (answer.isFailed()) {
            return new Presence(Presence.State.UNKNOWN, "");
        }
        return Optional.ofNullable(answer.getMessage().getBody(GenericKubernetesResource.class))
                .map(
                        object ->
                                new Presence(
                                        object.getMetadata().getDeletionTimestamp() == null
                                                ? Presence.State.PRESENT
                                                : Presence.State.TERMINATING,
                                        object.getMetadata().getUid()))
                .orElse(new Presence(Presence.State.ABSENT, ""));
    }

    @Override
    public Presence namespace(String name) {
        Exchange answer = namespaced(name);
        if (answer.isFailed()) {
            return new Presence(Presence.State.UNKNOWN, "");
        }
        return Optional.ofNullable(answer.getMessage().getBody(Namespace.class))
                .map(
                        namespace ->
                                new Presence(
                                        namespace.getMetadata().getDeletionTimestamp() == null
                                                ? Presence.State.PRESENT
                                                : Presence.State.TERMINATING,
                                        namespace.getMetadata().getUid()))
                .orElse(new Presence(Presence.State.ABSENT, ""));
    }

    /** Identity of the cluster: the UID of its oldest namespace. */
    Optional<String> clusterUid() {
        Presence system = namespace("kube-system");
        return Optional.of(system.uid()).filter(uid -> !uid.isEmpty());
    }

    private Exchange namespaced(String name) {
        return template.request(
                "direct:registry-cluster",
                exchange ->
                        exchange.getMessage()
                                .setHeader(KubernetesConstants.KUBERNETES_NAMESPACE_NAME, name));
    }
}
