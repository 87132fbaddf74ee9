package dev.drover.weights.scraping;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.metrics.Outcome;
import dev.drover.weights.metrics.Page;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.metrics.SourceKind;
import dev.drover.weights.metrics.SourceState;
import dev.drover.weights.metrics.WindowRules;
import dev.drover.weights.polling.PollSchedule;
import dev.drover.weights.providers.ConfigFinding;
import dev.drover.weights.providers.RefSources;
import dev.drover.weights.providers.Source;
import dev.drover.weights.providers.Target;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Which targets are scraped for whom, and what is known of each. The reconcile side declares what a
 * model needs and asks for figures; the scrape side brings results. A target is scraped while any
 * model refers to it: with the last reference it stops, and all that was known of it goes.
 * Thread-safe, never blocks; nanoseconds of one monotonic clock.
 */
public final class Targets {
    private final PollSchedule<Target> schedule;
    private final LongSupplier nanos;
    private final Supplier<WeightsConfiguration> configuration;
    private final SourceNews news;
    private final SourceSeries series;

    // all guarded by this
    private final Map<Target, ScrapedTarget> targets = new HashMap<>();
    private final Map<ObjectKey, List<RefSources>> models = new HashMap<>();
    private boolean crowded;

    Targets(
            PollSchedule<Target> schedule,
            LongSupplier nanos,
            Supplier<WeightsConfiguration> configuration,
            SourceNews news,
            SourceSeries series) {
        this.schedule = schedule;
        this.nanos = nanos;
        this.configuration = configuration;
        this.news = news;
        this.series = series;
    }

    /**
     * Says what the model needs from now on, in place of what was declared before. Cheap when
     * nothing changed.
     */
    public synchronized void declare(ObjectKey model, List<RefSources> refs) {
        List<RefSources> before = models.getOrDefault(model, List.of());
        if (before.equals(refs)) {
            return;
        }
        Set<ProviderFinding> known = findings();
        models.put(model, List.copyOf(refs));
        if (refs.isEmpty()) {
            models.remove(model);
        }
        Set<ScrapedTarget> left = new HashSet<>();
        sources(before, (ref, source) -> left.add(targets.get(source.target())));
        left.forEach(scraped -> scraped.releasedBy(model));
        sources(refs, (ref, source) -> use(model, ref, source));
        left.stream().filter(ScrapedTarget::unused).forEach(this::stop);
        showSeries();
        for (ProviderFinding finding : findings()) {
            if (!known.contains(finding)) {
                news.misconfigured(finding.provider(), finding.finding());
            }
        }
        warnWhenCrowded();
    }

    /** The model is gone, paused, or needs no figures. */
    public void release(ObjectKey model) {
        declare(model, List.of());
    }

    /**
     * Figures of the ref's sources, engine before endpoint picker; one whose URL cannot be used is
     * there too, with outcome {@code config}. Empty only for a ref without any source.
     */
    public List<SourceFigures> figures(RefSources ref) {
        long now = nanos.getAsLong();
        List<SourceFigures> figures = new ArrayList<>();
        for (SourceKind kind : SourceKind.values()) {
            ref.sources().stream()
                    .filter(source -> source.target().kind() == kind)
                    .forEach(source -> figures.add(figures(ref, source, now)));
            ref.findings().stream()
                    .filter(finding -> finding.source().filter(kind::equals).isPresent())
                    .forEach(
                            finding ->
                                    figures.add(
                                            SourceFigures.misconfigured(
                                                    kind, now, finding.message())));
        }
        return figures;
    }

    /** The models to look at again when the target was scraped. */
    public Set<ObjectKey> models(Target target) {
        ScrapedTarget scraped = scraped(target);
        return scraped == null ? Set.of() : scraped.models();
    }

    /** Number of targets of the kind; and, of these, of those that fail. */
    int count(SourceKind kind, boolean failingOnly) {
        return (int)
                all().stream()
                        .filter(scraped -> scraped.target().kind() == kind)
                        .filter(scraped -> !failingOnly || scraped.failing())
                        .count();
    }

    /**
     * A scrape brought a good page; nothing happens when nobody wants it any more. Returns why it
     * has no KV-cache use of a model, once for each model that misses it.
     */
    List<String> succeeded(Target target, Page page) {
        ScrapedTarget scraped = scraped(target);
        if (scraped == null) {
            return List.of();
        }
        long now = nanos.getAsLong();
        WeightsConfiguration rules = configuration.get();
        boolean first = scraped.lastGoodNanos().isEmpty();
        boolean mixedBefore = scraped.state().mixed(now);
        FailureStreak.Change change =
                scraped.take(
                        page, now, new WindowRules(rules.minObservations(), rules.unknownAfter()));
        if (first) {
            showSeries();
        }
        if (change == FailureStreak.Change.WORKS_AGAIN) {
            schedule.failing(target, false);
            news.worksAgain(scraped);
        }
        if (!mixedBefore && scraped.state().mixed(now)) {
            news.mixed(scraped);
        }
        return judge(scraped, now);
    }

    private List<String> judge(ScrapedTarget scraped, long now) {
        List<String> bad = new ArrayList<>();
        for (ScrapedTarget.ModelOutcome model : scraped.outcomes(now)) {
            if (!model.outcome().equals(Outcome.OK.label())) {
                bad.add(model.outcome());
            }
            news.page(scraped, model);
        }
        return bad;
    }

    /** A scrape failed. */
    void failed(Target target, Outcome outcome, String detail) {
        ScrapedTarget scraped = scraped(target);
        if (scraped != null && scraped.fail(outcome, detail) == FailureStreak.Change.FAILS) {
            schedule.failing(target, true);
            news.fails(scraped, outcome, detail);
        }
    }

    private SourceFigures figures(RefSources ref, Source source, long now) {
        ScrapedTarget scraped = scraped(source.target());
        if (scraped == null) {
            Target target = source.target();
            SourceState unknown = new SourceState(target.kind(), target.shownUrl(), now);
            return unknown.figures(ref.targetModel(), source.pool(), now);
        }
        String used = scraped.state().nameOnPage(ref.targetModel());
        if (!used.equals(ref.targetModel())
                && !used.isEmpty()
                && scraped.firstSubstitute(ref.targetModel())) {
            news.substituted(ref, source, used);
        }
        return scraped.state().figures(ref.targetModel(), source.pool(), now);
    }

    private void use(ObjectKey model, RefSources ref, Source source) {
        ScrapedTarget scraped =
                targets.computeIfAbsent(
                        source.target(), target -> new ScrapedTarget(target, nanos.getAsLong()));
        scraped.usedBy(model, ref.provider(), source, ref.targetModel());
        schedule.add(source.target());
    }

    private void stop(ScrapedTarget scraped) {
        targets.remove(scraped.target());
        schedule.remove(scraped.target());
    }

    private synchronized void showSeries() {
        series.show(List.copyOf(targets.values()));
    }

    private void warnWhenCrowded() {
        int slots = configuration.get().scrape().maxInFlight();
        boolean now = targets.size() > slots;
        if (now && !crowded) {
            news.moreThanSlots(targets.size(), slots);
        }
        crowded = now;
    }

    private synchronized ScrapedTarget scraped(Target target) {
        return targets.get(target);
    }

    private synchronized List<ScrapedTarget> all() {
        return List.copyOf(targets.values());
    }

    private record ProviderFinding(ObjectKey provider, ConfigFinding finding) {}

    private Set<ProviderFinding> findings() {
        Set<ProviderFinding> all = new HashSet<>();
        for (List<RefSources> refs : models.values()) {
            for (RefSources ref : refs) {
                ref.findings().stream()
                        .map(ConfigFinding::ofNoSource)
                        .forEach(it -> all.add(new ProviderFinding(ref.provider(), it)));
            }
        }
        return all;
    }

    private interface SourceVisitor {
        void visit(RefSources ref, Source source);
    }

    private static void sources(List<RefSources> refs, SourceVisitor visitor) {
        refs.forEach(ref -> ref.sources().forEach(source -> visitor.visit(ref, source)));
    }
}
