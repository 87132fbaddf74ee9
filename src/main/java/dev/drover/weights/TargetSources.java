package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.metrics.SourceFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** The sources of models by their providers' configuration, scraped by {@link Targets}. */
final class TargetSources implements ModelSources {
    private final Targets targets;
    private final Supplier<WeightsConfiguration> configuration;

    TargetSources(Targets targets, Supplier<WeightsConfiguration> configuration) {
        this.targets = targets;
        this.configuration = configuration;
    }

    @Override
    public List<List<SourceFigures>> figures(
            ExternalModel model, List<Optional<ExternalProvider>> providers) {
        List<RefSources> refs = new ArrayList<>(); // null where there is no provider
        for (ProviderRef ref : model.refs()) {
            refs.add(
                    providers
                            .get(ref.index())
                            .map(it -> RefSources.of(ref, it, configuration.get()))
                            .orElse(null));
        }
        targets.declare(model.key(), refs.stream().filter(Objects::nonNull).toList());
        return refs.stream()
                .map(ref -> ref == null ? List.<SourceFigures>of() : targets.figures(ref))
                .toList();
    }

    @Override
    public void release(ObjectKey model) {
        targets.release(model);
    }
}
