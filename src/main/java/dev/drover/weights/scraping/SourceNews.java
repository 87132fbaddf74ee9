package dev.drover.weights.scraping;

import static org.slf4j.event.Level.INFO;
import static org.slf4j.event.Level.WARN;

import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.providers.ConfigFinding;
import dev.drover.weights.providers.ProviderEvents;
import dev.drover.weights.providers.RefSources;
import dev.drover.weights.providers.Source;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people of changes of sources: one log line and one Event on each provider a change. */
final class SourceNews {
    private static final Logger LOG = LoggerFactory.getLogger(SourceNews.class);

    private final ProviderEvents events;

    SourceNews(ProviderEvents events) {
        this.events = events;
    }

    void fails(ScrapedTarget scraped, Outcome outcome, String detail) {
        fails(scraped, outcome.label(), detail);
    }

    private void fails(ScrapedTarget scraped, String outcome, String detail) {
        for (ObjectKey provider : scraped.providers()) {
            String text = name(scraped, provider) + " fails: " + outcome + ": " + detail;
            events.about(provider, () -> LOG.atLevel(scraped.onlyAGuess() ? INFO : WARN).log(text));
            events.send(provider, Notice.Type.WARNING, "ScrapeFailed", "Scrape", text);
        }
    }

    /**
     * Good pages that begin or cease to lack the KV-cache use of a model. An endpoint picker may
     * well have none, as long as the engine tells it.
     */
    void page(ScrapedTarget scraped, ScrapedTarget.ModelOutcome model) {
        boolean expected =
                scraped.target().kind() == SourceKind.EPP
                        && model.outcome().equals(Outcome.MISSING.label());
        switch (model.change()) {
            case FAILS -> {
                if (!expected) {
                    fails(scraped, model.outcome(), model.detail());
                }
            }
            case WORKS_AGAIN -> worksAgain(scraped);
            case NONE -> {}
        }
    }

    void worksAgain(ScrapedTarget scraped) {
        for (ObjectKey provider : scraped.providers()) {
            String text = name(scraped, provider) + " works again";
            events.about(provider, () -> LOG.info(text));
            events.send(provider, Notice.Type.NORMAL, "ScrapeRecovered", "Scrape", text);
        }
    }

    void mixed(ScrapedTarget scraped) {
        for (ObjectKey provider : scraped.providers()) {
            String text =
                    name(scraped, provider)
                            + " answers for several replicas in turn: its counters are not used;"
                            + " scrape the endpoint picker instead (metrics.epp.url)";
            events.about(provider, () -> LOG.warn(text));
            events.send(provider, Notice.Type.WARNING, "MixedReplicas", "Scrape", text);
        }
    }

    void misconfigured(ObjectKey provider, ConfigFinding finding) {
        events.about(provider, () -> LOG.warn(finding.message()));
        events.send(
                provider, Notice.Type.WARNING, finding.reason(), "ReadConfig", finding.message());
    }

    void substituted(RefSources ref, Source source, String used) {
        events.about(
                ref.provider(),
                () ->
                        LOG.info(
                                "Source {} at {} knows only {}: it is taken for {}",
                                source.target().kind().label(),
                                source.target().shownUrl(),
                                used,
                                ref.targetModel()));
    }

    void moreThanSlots(int targets, int slots) {
        LOG.warn(
                "{} targets, but drover.weights.scrape.max-in-flight is {}: targets that hang may"
                        + " hold up the others; raise it above the number of targets",
                targets,
                slots);
    }

    private static String name(ScrapedTarget scraped, ObjectKey provider) {
        return "Source %s of %s".formatted(scraped.target().kind().label(), provider.name());
    }
}
