package dev.drover.weights.scraping;

import dev.drover.weights.credentials.Credentials;
import dev.drover.weights.credentials.NoCredentials;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.PageException;
import dev.drover.weights.providers.Target;
import java.io.IOException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records why a scrape gave no page, bean {@code scrape-failed}, after {@code doCatch}. */
final class ScrapeFailed implements Processor {
    private static final Logger LOG = LoggerFactory.getLogger(ScrapeFailed.class);

    private final Targets targets;
    private final Credentials credentials;
    private final ScrapeMetrics metrics;

    ScrapeFailed(Targets targets, Credentials credentials, ScrapeMetrics metrics) {
        this.targets = targets;
        this.credentials = credentials;
        this.metrics = metrics;
    }

    @Override
    public void process(Exchange exchange) {
        Target target = exchange.getProperty(ScrapeProperties.TARGET, Target.class);
        Exception failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        ScrapeFailure found = ScrapeFailure.of(failure, target);
        if (!expected(failure)) {
            LOG.error("{}: the scrape failed in a way that is Drover's own fault", target, failure);
        }
        exchange.getMessage().setBody(null);
        exchange.getMessage().removeHeader(ScrapeRequest.AUTHORIZATION);
        if (found.outcome() == Outcome.UNAUTHORIZED) {
            credentials.refused(target.access());
        }
        targets.failed(target, found.outcome(), found.detail());
        metrics.ended(target.kind(), found.outcome(), ScrapeRead.started(exchange));
    }

    private static boolean expected(Exception failure) {
        return failure instanceof IOException
                || failure instanceof PageException
                || failure instanceof NoCredentials;
    }
}
