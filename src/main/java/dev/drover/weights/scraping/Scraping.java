package dev.drover.weights.scraping;

import dev.drover.http.BoundedHttpClient;
import dev.drover.http.HttpBounds;
import dev.drover.http.TlsTrust;
import dev.drover.intents.Platform;
import dev.drover.weights.credentials.Credentials;
import dev.drover.weights.polling.PollRhythm;
import dev.drover.weights.polling.PollSchedule;
import dev.drover.weights.polling.PollThreads;
import dev.drover.weights.providers.ProviderEvents;
import dev.drover.weights.providers.Target;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.Registry;

/** Binds what the routes {@code weights-scrape-tick} and {@code weights-scrape} name. */
public final class Scraping {
    /** Bean that makes the HTTP client of targets without TLS settings of their own. */
    static final String CLIENT = "scrape-http";

    private static final String POOL = "weights-scrape";
    private static final double JITTER = 0.05;

    private Scraping() {}

    /**
     * To be called once, before routes load.
     *
     * @param events tells of sources that fail
     * @return the scrape side as the reconcile side sees it
     */
    public static Targets bind(
            CamelContext context, Platform<WeightsConfiguration> platform, ProviderEvents events) {
        int slots = platform.configuration().get().scrape().maxInFlight();
        ScrapeMetrics metrics = new ScrapeMetrics(platform.meters(), platform.nanos());
        PollSchedule<Target> schedule =
                new PollSchedule<>(
                        new PollRhythm<>(
                                target -> platform.configuration().get().interval(),
                                JITTER,
                                () -> slots),
                        platform.nanos(),
                        RandomGenerator.getDefault(),
                        target -> metrics.skipped(target.kind()));
        Targets targets =
                new Targets(
                        schedule,
                        platform.nanos(),
                        platform.configuration(),
                        new SourceNews(events),
                        new SourceSeries(
                                platform.meters(), platform.nanos(), platform.objectSeries()));
        metrics.watch(targets);
        PollThreads.register(context, POOL, slots);
        Registry registry = context.getRegistry();
        registry.bind("scrape-schedule", schedule);
        Function<Supplier<TlsTrust>, BoundedHttpClient> clients = clients(context, platform, slots);
        Credentials credentials = new Credentials(context, CLIENT, clients, platform.nanos());
        registry.bind(
                "scrape-request",
                new ScrapeRequest(platform.configuration(), credentials, platform.nanos()));
        registry.bind(CLIENT, clients.apply(systemTrust()));
        registry.bind(
                "scrape-read",
                new ScrapeRead(
                        new PageReaders(platform.configuration(), platform.clock()),
                        targets,
                        metrics));
        registry.bind("scrape-failed", new ScrapeFailed(targets, credentials, metrics));
        registry.bind("scrape-done", new ScrapeDone(schedule, targets));
        return targets;
    }

    private static Supplier<TlsTrust> systemTrust() {
        TlsTrust system = TlsTrust.system(); // once: reading the authorities takes time
        return () -> system;
    }

    private static Function<Supplier<TlsTrust>, BoundedHttpClient> clients(
            CamelContext context, Platform<WeightsConfiguration> platform, int slots) {
        ScheduledExecutorService timer =
                context.getExecutorServiceManager()
                        .newScheduledThreadPool(context, "weights-scrape-deadline", 1);
        HttpBounds bounds =
                new HttpBounds(
                        () -> platform.configuration().get().scrape().timeout(),
                        () -> platform.configuration().get().scrape().deniedNetworks(),
                        () -> platform.configuration().get().scrape().maxRedirects());
        return trust ->
                new BoundedHttpClient(
                        bounds, slots, timer, "scrape", platform.meters(), platform.nanos(), trust);
    }
}
