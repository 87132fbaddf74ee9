package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.health.HealthTracker;
import dev.drover.weights.health.ProbedProvider;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ExternalProvider;
import dev.drover.weights.objects.ProviderRef;
import dev.drover.weights.providers.HealthCheck;
import dev.drover.weights.providers.RefSources;
import dev.drover.weights.scraping.Targets;
import dev.drover.weights.settings.WeightsConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The sources and health checks of models by their providers' configuration, scraped by {@link
 * Targets} and probed for {@link HealthTracker}.
 */
final class TargetSources implements ModelSources {
    private final Targets targets;
    private final HealthTracker tracker;
    private final Supplier<WeightsConfiguration> configuration;

    TargetSources(
            Targets targets, HealthTracker tracker, Supplier<WeightsConfiguration> configuration) {
        this.targets = targets;
        this.tracker = tracker;
        this.configuration = configuration;
    }

    @Override
    public List<List<SourceFigures>> figures(
            ExternalModel model, List<Optional<ExternalProvider>> providers) {
        List<RefSources> refs =
                each(
                        model,
                        providers,
                        (ref, provider) -> sources(model.key().namespace(), ref, provider));
        targets.declare(model.key(), refs.stream().filter(Objects::nonNull).toList());
        return refs.stream()
                .map(ref -> ref == null ? List.<SourceFigures>of() : targets.figures(ref))
                .toList();
    }

    /** With what is wrong with its health check, so that every finding is told in one place. */
    private RefSources sources(String namespace, ProviderRef ref, ExternalProvider provider) {
        boolean foreign = !provider.key().namespace().equals(namespace);
        return RefSources.of(ref, provider, foreign, configuration.get())
                .with(HealthCheck.of(ref, provider, configuration.get()).findings());
    }

    @Override
    public List<ProviderHealth> health(
            ExternalModel model, List<Optional<ExternalProvider>> providers) {
        List<ProbedProvider> refs = each(model, providers, this::probed);
        tracker.declare(model.key(), refs.stream().filter(Objects::nonNull).toList());
        return refs.stream()
                .map(ref -> ref == null ? ProviderHealth.NONE : tracker.health(ref.probe()))
                .toList();
    }

    private ProbedProvider probed(ProviderRef ref, ExternalProvider provider) {
        return HealthCheck.of(ref, provider, configuration.get())
                .probe()
                .map(probe -> new ProbedProvider(provider.key(), probe))
                .orElse(null);
    }

    /** By index; null where there is no provider, or nothing comes of it. */
    private static <T> List<T> each(
            ExternalModel model,
            List<Optional<ExternalProvider>> providers,
            BiFunction<ProviderRef, ExternalProvider, T> read) {
        List<T> all = new ArrayList<>();
        for (ProviderRef ref : model.refs()) {
            all.add(providers.get(ref.index()).map(it -> read.apply(ref, it)).orElse(null));
        }
        return all;
    }

    @Override
    public void release(ObjectKey model) {
        targets.release(model);
        tracker.release(model);
    }
}
