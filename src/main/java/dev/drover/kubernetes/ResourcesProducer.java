package dev.drover.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.RuntimeExchangeException;
import org.apache.camel.support.DefaultProducer;

/**
 * Reads, creates, patches and deletes objects, and asks for passes over them. Each request is sent
 * once; what goes wrong is a {@link ResourceException} whose class says how. After a write the
 * queues of the resource wait until their cache has seen it.
 */
class ResourcesProducer extends DefaultProducer {
    private final ResourcesEndpoint endpoint;
    private final ResourcesComponent component;
    private final ResourceType type;

    ResourcesProducer(ResourcesEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        this.component = endpoint.getComponent();
        this.type = endpoint.type();
    }

    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        switch (operation(exchange)) {
            case enqueue -> enqueue(exchange, message);
            case get -> get(exchange, message);
            case list -> list(message);
            case create -> create(exchange, message);
            case jsonPatch -> {
                ObjectKey key = key(exchange);
                var patch = JsonBody.array(message.getBody());
                written(exchange, key, requests().jsonPatch(type, key, patch, manner()));
            }
            case mergePatch -> {
                ObjectKey key = key(exchange);
                var patch = JsonBody.object(message.getBody());
                written(exchange, key, requests().mergePatch(type, key, patch, manner()));
            }
            case delete -> delete(exchange, message);
        }
    }

    private Operation operation(Exchange exchange) {
        Object header = exchange.getMessage().getHeader(ResourcesConstants.OPERATION);
        if (header instanceof Operation operation) {
            return operation;
        }
        if (header == null) {
            if (endpoint.getOperation() == null) {
                throw refused(
                        exchange,
                        "no operation; set the option operation or the header "
                                + ResourcesConstants.OPERATION);
            }
            return endpoint.getOperation();
        }
        for (Operation operation : Operation.values()) {
            if (operation.name().equals(header)) {
                return operation;
            }
        }
        throw refused(
                exchange, "operation \"" + header + "\"; accepted: " + List.of(Operation.values()));
    }

    private void enqueue(Exchange exchange, Message message) {
        Object body = message.getBody();
        List<ObjectKey> keys =
                body instanceof Collection<?> many
                        ? many.stream().map(each -> keyOf(exchange, each)).toList()
                        : List.of(body == null ? key(exchange) : keyOf(exchange, body));
        component.enqueue(
                endpoint.getResource(),
                keys,
                message.getHeader(ResourcesConstants.ENQUEUE_CAUSE, "enqueued", String.class),
                message.getHeader(ResourcesConstants.DELAY, Duration.ZERO, Duration.class));
    }

    private static ObjectKey keyOf(Exchange exchange, Object body) {
        if (body instanceof ObjectKey key) {
            return key;
        }
        if (body instanceof HasMetadata object) {
            return ObjectKey.of(object);
        }
        if (body instanceof String text && !text.isBlank()) {
            return ObjectKey.parse(text);
        }
        throw refused(
                exchange,
                "a key as "
                        + body.getClass().getName()
                        + "; accepted: ObjectKey, an object, or text namespace/name");
    }

    private void get(Exchange exchange, Message message) {
        ObjectKey key = key(exchange);
        Optional<GenericKubernetesResource> object =
                cache(message, key.namespace())
                        .map(cache -> cache.get(key))
                        .orElseGet(() -> requests().get(type, key));
        message.setHeader(ResourcesConstants.ABSENT, object.isEmpty());
        message.setBody(object.orElse(null));
        object.ifPresent(found -> version(message, found));
    }

    private void list(Message message) {
        String namespace = namespace(message);
        String labels = selector(message, ResourcesConstants.LABEL_SELECTOR);
        String fields = selector(message, ResourcesConstants.FIELD_SELECTOR);
        boolean selective = !labels.isEmpty() || !fields.isEmpty();
        Optional<ResourceCache> cache = selective ? Optional.empty() : cache(message, namespace);
        message.setBody(
                cache.map(ResourceCache::list)
                        .map(all -> all.stream().filter(each -> isIn(namespace, each)).toList())
                        .orElseGet(() -> requests().list(type, namespace, labels, fields)));
    }

    private String selector(Message message, String header) {
        String option =
                header.equals(ResourcesConstants.LABEL_SELECTOR)
                        ? endpoint.getLabelSelector()
                        : endpoint.getFieldSelector();
        return message.getHeader(header, option == null ? "" : option, String.class);
    }

    private static boolean isIn(String namespace, HasMetadata object) {
        return namespace.isEmpty() || namespace.equals(object.getMetadata().getNamespace());
    }

    /** A cache that can answer for the namespace (empty = all), unless a live answer is wanted. */
    private Optional<ResourceCache> cache(Message message, String namespace) {
        if (message.getHeader(ResourcesConstants.LIVE, false, Boolean.class)) {
            return Optional.empty();
        }
        return new SharedCache(component, type)
                .informer()
                .filter(informer -> informer.synced() && covers(informer.key(), namespace))
                .map(ResourceCache.class::cast);
    }

    private static boolean covers(InformerKey key, String namespace) {
        return key.labelSelector().isEmpty()
                && key.fieldSelector().isEmpty()
                && (key.namespaces().isEmpty() || key.namespaces().contains(namespace));
    }

    private void create(Exchange exchange, Message message) {
        ObjectNode object = JsonBody.object(message.getBody());
        ObjectNode metadata = object.withObject("/metadata");
        String name = metadata.path("name").asText(metadata.path("generateName").asText());
        if (name.isEmpty()) {
            name = message.getHeader(ResourcesConstants.NAME, "", String.class);
            if (name.isEmpty()) {
                throw refused(exchange, "an object without metadata.name or generateName");
            }
            metadata.put("name", name);
        }
        ObjectKey key = new ObjectKey(metadata.path("namespace").asText(namespace(message)), name);
        boolean existing =
                !exchange.getProperty(ResourcesConstants.IGNORE_EXISTING, false, Boolean.class);
        ResourceRequests.Written written = requests().create(type, key, object, existing, manner());
        message.setHeader(ResourcesConstants.EXISTED, written.existed());
        GenericKubernetesResource answer = written.object(); // its name may have been generated
        written(exchange, answer == null ? key : ObjectKey.of(answer), written);
    }

    private void delete(Exchange exchange, Message message) {
        ObjectKey key = key(exchange);
        String uid = message.getHeader(ResourcesConstants.UID, String.class);
        written(
                exchange,
                key,
                requests().delete(type, key, uid, endpoint.getPropagationPolicy(), manner()));
    }

    private void written(Exchange exchange, ObjectKey key, ResourceRequests.Written written) {
        Message message = exchange.getMessage();
        GenericKubernetesResource object = written.object();
        message.setBody(object);
        message.removeHeader(ResourcesConstants.WARNINGS);
        if (!written.warnings().isEmpty()) {
            message.setHeader(ResourcesConstants.WARNINGS, written.warnings());
        }
        if (object != null) {
            version(message, object);
        }
        if (!written.existed()) {
            component.wrote(
                    type,
                    key,
                    object == null ? KeyQueue.GONE : object.getMetadata().getResourceVersion());
            Pass pass = Pass.of(exchange);
            if (pass != null) {
                pass.wrote();
            }
        }
    }

    private static void version(Message message, HasMetadata object) {
        message.setHeader(
                ResourcesConstants.RESOURCE_VERSION, object.getMetadata().getResourceVersion());
    }

    private ObjectKey key(Exchange exchange) {
        String name = exchange.getMessage().getHeader(ResourcesConstants.NAME, String.class);
        if (name == null || name.isEmpty()) {
            throw refused(exchange, "no name; set the header " + ResourcesConstants.NAME);
        }
        return new ObjectKey(namespace(exchange.getMessage()), name);
    }

    private String namespace(Message message) {
        String option = endpoint.getNamespace() == null ? "" : endpoint.getNamespace();
        return message.getHeader(ResourcesConstants.NAMESPACE, option, String.class);
    }

    private ResourceRequests requests() {
        return component.api().requests();
    }

    private ResourceRequests.Manner manner() {
        return new ResourceRequests.Manner(
                endpoint.getSubresource(),
                endpoint.getFieldManager(),
                endpoint.getFieldValidation(),
                endpoint.getFence());
    }

    private static RuntimeExchangeException refused(Exchange exchange, String problem) {
        return new RuntimeExchangeException("kubernetes-resources: " + problem, exchange);
    }
}
