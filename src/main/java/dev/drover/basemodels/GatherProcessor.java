package dev.drover.basemodels;

import dev.drover.basemodels.decision.Inputs;
import dev.drover.kubernetes.ResourcesConstants;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Opens a pass over a model, bean {@code basemodels-gather}. In: the object of the pass. Out: body
 * = {@link Inputs}, or null while something that a decision rests on is not known yet; the pass
 * then ends without a decision and comes again soon.
 */
final class GatherProcessor implements Processor {
    /** The first sight of claims, Jobs and Pods enqueues their models too: this is a safety net. */
    private static final Duration UNTIL_ALL_IS_KNOWN = Duration.ofMillis(500);

    private static final Duration UNTIL_CAUGHT_UP = Duration.ofMillis(20);

    private final ModelInputs inputs;

    GatherProcessor(ModelInputs inputs) {
        this.inputs = inputs;
    }

    @Override
    public void process(Exchange exchange) {
        Message message = exchange.getMessage();
        GenericKubernetesResource object =
                exchange.getProperty(ResourcesConstants.OBJECT, GenericKubernetesResource.class);
        message.setBody(null);
        if (object == null) {
            return; // it went before it was ever seen
        }
        if (!inputs.ready()) {
            exchange.setProperty(ResourcesConstants.LOOK_AGAIN, UNTIL_ALL_IS_KNOWN);
            return;
        }
        boolean gone = message.getHeader(ResourcesConstants.DELETED, false, Boolean.class);
        if (!gone && inputs.behind(object)) {
            exchange.setProperty(ResourcesConstants.LOOK_AGAIN, UNTIL_CAUGHT_UP);
        } else {
            message.setBody(inputs.of(object, gone));
        }
    }
}
