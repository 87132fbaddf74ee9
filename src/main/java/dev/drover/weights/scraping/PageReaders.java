package dev.drover.weights.scraping;

import dev.drover.weights.metrics.Limits;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.metrics.Vocabulary;
import dev.drover.weights.metrics.epp.PickerVocabulary;
import dev.drover.weights.metrics.vllm.EngineVocabulary;
import dev.drover.weights.settings.WeightsConfiguration;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Readers to use again: one that has seen a page allocates little for the next. Names and limits
 * may change while running; readers made for the former ones are not handed out any more.
 * Thread-safe.
 */
final class PageReaders {
    /** Few are reading at the same moment: a scrape waits much longer than it reads. */
    private static final int KEPT = 16;

    private final Supplier<WeightsConfiguration> configuration;
    private final Clock clock;
    private final Vocabulary picker = new PickerVocabulary();
    private final Map<SourceKind, ConcurrentLinkedQueue<PageReader>> idle =
            new EnumMap<>(SourceKind.class);
    private volatile Engine engine;

    private record Engine(WeightsConfiguration.Metrics names, Vocabulary vocabulary) {
        static Engine of(WeightsConfiguration.Metrics names) {
            return new Engine(
                    names,
                    new EngineVocabulary(
                            names.kv(), names.running(), names.waiting(), names.progress()));
        }
    }

    PageReaders(Supplier<WeightsConfiguration> configuration, Clock clock) {
        this.configuration = configuration;
        this.clock = clock;
        this.engine = Engine.of(configuration.get().metrics());
        for (SourceKind kind : SourceKind.values()) {
            idle.put(kind, new ConcurrentLinkedQueue<>());
        }
    }

    PageReader take(SourceKind kind) {
        Vocabulary vocabulary = vocabulary(kind);
        WeightsConfiguration.Scrape scrape = configuration.get().scrape();
        Limits limits = new Limits(scrape.maxBody(), scrape.maxLine(), scrape.maxSeries());
        for (PageReader reader = idle.get(kind).poll();
                reader != null;
                reader = idle.get(kind).poll()) {
            if (reader.madeFor(vocabulary, limits)) {
                return reader;
            }
        }
        return new PageReader(vocabulary, limits, clock);
    }

    void giveBack(SourceKind kind, PageReader reader) {
        if (idle.get(kind).size() < KEPT) {
            idle.get(kind).add(reader);
        }
    }

    private Vocabulary vocabulary(SourceKind kind) {
        if (kind == SourceKind.EPP) {
            return picker;
        }
        WeightsConfiguration.Metrics names = configuration.get().metrics();
        Engine known = engine;
        if (!known.names().equals(names)) {
            known = Engine.of(names);
            engine = known;
        }
        return known.vocabulary();
    }
}
