package dev.drover.weights;

import dev.drover.intents.Notice;
import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.ObjectSeries.Sample;
import dev.drover.weights.health.HealthListener;
import dev.drover.weights.health.Probe;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.providers.ProviderEvents;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people of health: a log line and an Event on each provider a change, and the series. */
final class HealthNews implements HealthListener {
    private static final Logger LOG = LoggerFactory.getLogger(HealthNews.class);

    private final ProviderEvents events;
    private final ObjectSeries series;
    private Function<ObjectKey, ProviderHealth.State> states; // set once, before anything is told

    HealthNews(ProviderEvents events, ObjectSeries series) {
        this.events = events;
        this.series = series;
    }

    /** Where the series ask for the state of a provider. */
    void ask(Function<ObjectKey, ProviderHealth.State> states) {
        this.states = states;
    }

    @Override
    public void changed(ObjectKey provider, ProviderHealth.State from, ProviderHealth to) {
        String text =
                "Provider %s: %s (was %s)".formatted(provider.name(), word(to.state()), word(from));
        switch (to.state()) {
            case UNHEALTHY -> {
                String why = text + ": " + to.reason();
                events.about(provider, () -> LOG.warn(why));
                events.send(provider, Notice.Type.WARNING, "ClusterUnhealthy", "Probe", why);
            }
            case HEALTHY -> {
                events.about(provider, () -> LOG.info(text));
                events.send(provider, Notice.Type.NORMAL, "ClusterHealthy", "Probe", text);
            }
            case UNKNOWN, NONE -> events.about(provider, () -> LOG.warn(text));
        }
    }

    @Override
    public void denied(ObjectKey provider, Probe probe, String detail) {
        String text =
                "healthCheck: %s is not probed: %s; see drover.weights.scrape.denied-networks"
                        .formatted(probe, detail);
        events.about(provider, () -> LOG.warn(text));
        events.send(provider, Notice.Type.WARNING, "InvalidProviderConfig", "ReadConfig", text);
    }

    /** One at a time, so that what is shown last is what is so. */
    @Override
    public synchronized void revised(ObjectKey provider) {
        ProviderHealth.State state = states.apply(provider);
        if (state == ProviderHealth.State.NONE) {
            series.remove(provider);
            return;
        }
        Tags tags =
                Tags.of(
                        "namespace", provider.namespace(),
                        "provider", provider.name(),
                        "state", state.name().toLowerCase(Locale.ROOT));
        series.show(provider, List.of(Sample.of("drover.weights.provider.health", tags, 1)));
    }

    private static String word(ProviderHealth.State state) {
        return state.name().charAt(0) + state.name().substring(1).toLowerCase(Locale.ROOT);
    }
}
