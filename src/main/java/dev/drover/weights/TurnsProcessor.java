package dev.drover.weights;

import dev.drover.intents.Platform;
import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Duration;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Makes the models whose turn has come the body, bean {@code weights-turns}. */
final class TurnsProcessor implements Processor {
    private final Platform<WeightsConfiguration> platform;
    private final ModelMemories memories;
    private final Turns turns =
            new Turns(); // one tick at a time: the route's timer is not parallel

    TurnsProcessor(Platform<WeightsConfiguration> platform, ModelMemories memories) {
        this.platform = platform;
        this.memories = memories;
    }

    @Override
    public void process(Exchange exchange) {
        exchange.getMessage()
                .setBody(
                        turns.due(
                                memories.balanced(),
                                Duration.ofNanos(platform.nanos().getAsLong()),
                                platform.configuration().get().interval()));
        exchange.getMessage().setHeader(ResourcesConstants.ENQUEUE_CAUSE, "tick");
    }
}
