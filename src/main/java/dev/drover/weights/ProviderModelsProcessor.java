package dev.drover.weights;

import dev.drover.intents.Platform;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.settings.WeightsConfiguration;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Finds the models of a provider, bean {@code weights-provider-models}. In: headers with namespace
 * and name of the provider, which may be gone. Out: body = keys of the models to look at.
 */
final class ProviderModelsProcessor implements Processor {
    private final Platform<WeightsConfiguration> platform;

    ProviderModelsProcessor(Platform<WeightsConfiguration> platform) {
        this.platform = platform;
    }

    @Override
    public void process(Exchange exchange) {
        String provider = GatherProcessor.key(exchange.getMessage()).toString();
        exchange.getMessage()
                .setBody(
                        platform.caches()
                                .apply(ExternalModel.RESOURCE)
                                .byIndex(ModelIndex.NAME, provider));
        exchange.getMessage().setHeader(ResourcesConstants.ENQUEUE_CAUSE, "provider");
    }
}
