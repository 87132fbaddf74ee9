package dev.drover.intents;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;

/** Writes Events through {@code events.k8s.io/v1}. */
final class KubernetesEventSender implements EventSender {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ResourceDefinitionContext EVENTS =
            new ResourceDefinitionContext.Builder()
                    .withGroup("events.k8s.io")
                    .withVersion("v1")
                    .withKind("Event")
                    .withPlural("events")
                    .withNamespaced(true)
                    .build();

    private final KubernetesClient client;

    KubernetesEventSender(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public void create(String namespace, ObjectNode event) {
        GenericKubernetesResource resource =
                JSON.convertValue(event, GenericKubernetesResource.class);
        events(namespace).resource(resource).create();
    }

    @Override
    public boolean patch(String namespace, String name, ObjectNode mergePatch) {
        try {
            PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
            return events(namespace).withName(name).patch(merge, mergePatch.toString()) != null;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private NonNamespaceOperation<
                    GenericKubernetesResource,
                    GenericKubernetesResourceList,
                    Resource<GenericKubernetesResource>>
            events(String namespace) {
        return client.genericKubernetesResources(EVENTS).inNamespace(namespace);
    }
}
