package dev.drover.weights.scraping;

import dev.drover.kubernetes.ResourcesConstants;
import dev.drover.weights.polling.PollSchedule;
import dev.drover.weights.providers.Target;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/**
 * Ends a scrape, well or badly, bean {@code scrape-done}: the target may be scraped again. Out:
 * body = keys of the models that use it, for the queue.
 */
final class ScrapeDone implements Processor {
    private final PollSchedule<Target> schedule;
    private final Targets targets;

    ScrapeDone(PollSchedule<Target> schedule, Targets targets) {
        this.schedule = schedule;
        this.targets = targets;
    }

    @Override
    public void process(Exchange exchange) {
        Target target = exchange.getProperty(ScrapeProperties.TARGET, Target.class);
        schedule.done(target);
        Message message = exchange.getMessage();
        message.removeHeaders("*");
        message.setHeader(ResourcesConstants.ENQUEUE_CAUSE, "scrape");
        message.setBody(List.copyOf(targets.models(target)));
    }
}
