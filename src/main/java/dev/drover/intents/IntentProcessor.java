package dev.drover.intents;

import dev.drover.kubernetes.Fenced;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.kubernetes.ResourceException.Answer;
import dev.drover.kubernetes.ResourcesConstants;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Makes one intent ready to be sent, bean {@code <flow>-intent}. In: body = {@link Intent}. Out:
 * properties {@code intent}, {@code send}, {@code endpoint}; body and headers as that endpoint
 * wants them.
 *
 * <p>Throws {@link Fenced} while the flow's lease is not surely held; it is asked again by the
 * endpoint, right before the request. When the mode forbids the write, {@code send} is false and
 * the body stays the intent.
 */
final class IntentProcessor implements Processor {
    private final ActRoute route;

    IntentProcessor(ActRoute route) {
        this.route = route;
    }

    @Override
    public void process(Exchange exchange) {
        Intent intent = (Intent) exchange.getMessage().getBody();
        exchange.removeProperty(ExchangePropertyKey.EXCEPTION_CAUGHT); // not of an earlier doTry
        exchange.setProperty(ActProperties.INTENT, intent);
        exchange.setProperty(ActProperties.STARTED_NANOS, route.nanos().getAsLong());
        exchange.setProperty(ActProperties.SEND, false);
        if (!route.fence().open()) {
            throw new Fenced(
                    new Answer(
                            intent.operation(),
                            intent.resource(),
                            Optional.of(intent.target()),
                            0,
                            "",
                            Optional.empty()));
        }
        Mode global = route.mode().get();
        Mode mode = Pass.of(exchange).map(pass -> pass.mode(global)).orElse(global);
        if (mode != Mode.APPLY) {
            return;
        }
        exchange.setProperty(ActProperties.ENDPOINT, endpoint(intent));
        exchange.setProperty(ResourcesConstants.IGNORE_EXISTING, ignoresExisting(intent));
        Carried carried = exchange.getProperty(ActProperties.CARRIED, Carried.class);
        address(exchange.getMessage(), intent);
        exchange.getMessage().setBody(carried.prepare(intent, intent.document()));
        exchange.setProperty(ActProperties.SEND, true);
    }

    private static boolean ignoresExisting(Intent intent) {
        return intent instanceof Intent.Create create
                && create.existing() == Intent.Existing.ACCEPTED;
    }

    private String endpoint(Intent intent) {
        if (intent instanceof Intent.Call call) {
            return call.endpoint();
        }
        String subresource = subresource(intent);
        return "kubernetes-resources:%s?operation=%s&fieldManager=drover-%s&fence=#%s-fence%s"
                .formatted(
                        intent.resource(),
                        intent.operation(),
                        route.flow(),
                        route.flow(),
                        subresource.isEmpty() ? "" : "&subresource=" + subresource);
    }

    private static String subresource(Intent intent) {
        if (intent instanceof Intent.JsonPatch patch) {
            return patch.subresource();
        }
        return intent instanceof Intent.MergePatch patch ? patch.subresource() : "";
    }

    private static void address(Message message, Intent intent) {
        ObjectKey target = intent.target();
        message.setHeader(ResourcesConstants.NAMESPACE, target.namespace());
        message.setHeader(ResourcesConstants.NAME, target.name());
        message.removeHeader(ResourcesConstants.OPERATION);
        message.removeHeader(ResourcesConstants.EXISTED);
        message.removeHeader(ResourcesConstants.RESOURCE_VERSION);
        if (intent instanceof Intent.Delete delete) {
            message.setHeader(ResourcesConstants.UID, delete.uid());
        } else {
            message.removeHeader(ResourcesConstants.UID); // of the reconciled object, not this one
        }
    }
}
