package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.weights.decision.Observed;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a pass over a model, bean {@code weights-gather}. In: the object, from the consumer. Out:
 * body = {@link Observed}, or null when the model is gone or its providers are not known yet; the
 * pass then ends without a decision.
 */
final class GatherProcessor implements Processor {
    private static final Logger LOG = LoggerFactory.getLogger(GatherProcessor.class);

    /** Causes that a person wants to see; the others would fill the log of a quiet system. */
    private static final Set<String> NEWS = Set.of("first-sight", "created", "updated", "deleted");

    /** The providers' own first sight enqueues their models too, so this is a safety net. */
    private static final Duration UNTIL_PROVIDERS_ARE_KNOWN = Duration.ofMillis(500);

    private final ModelInputs inputs;
    private final Map<ObjectKey, String> postponed = new ConcurrentHashMap<>();

    GatherProcessor(ModelInputs inputs) {
        this.inputs = inputs;
    }

    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        ObjectKey key = key(message);
        String cause = message.getHeader(ResourcesConstants.CAUSE, "retry", String.class);
        if (gone(message)) {
            postponed.remove(key);
            tell(key, "deleted");
            message.setBody(null);
            return;
        }
        if (!inputs.ready()) {
            if (NEWS.contains(cause)) {
                postponed.put(key, cause);
            }
            message.setBody(null);
            exchange.setProperty(ResourcesConstants.LOOK_AGAIN, UNTIL_PROVIDERS_ARE_KNOWN);
            return;
        }
        String earlier = postponed.remove(key);
        String shown = NEWS.contains(cause) || earlier == null ? cause : earlier;
        tell(key, shown);
        Observed observed = inputs.observe(message.getBody(GenericKubernetesResource.class));
        say(shown, "Found providers: {}", found(observed));
        message.setBody(observed);
    }

    static ObjectKey key(Message message) {
        return new ObjectKey(
                message.getHeader(ResourcesConstants.NAMESPACE, String.class),
                message.getHeader(ResourcesConstants.NAME, String.class));
    }

    static boolean gone(Message message) {
        return message.getHeader(ResourcesConstants.DELETED, false, Boolean.class);
    }

    private static void tell(ObjectKey key, String cause) {
        say(
                cause,
                "Reconciling ExternalModel: {} namespace={} reason={}",
                key.name(),
                key.namespace(),
                cause);
    }

    private static void say(String cause, String format, Object... values) {
        if (NEWS.contains(cause)) {
            LOG.info(format, values);
        } else {
            LOG.debug(format, values);
        }
    }

    private static long found(Observed observed) {
        return observed.refs().stream().filter(ref -> ref.provider().isPresent()).count();
    }
}
