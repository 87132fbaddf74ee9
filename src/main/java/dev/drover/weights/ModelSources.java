package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.health.ProviderHealth;
import dev.drover.weights.metrics.SourceFigures;
import dev.drover.weights.objects.ExternalModel;
import dev.drover.weights.objects.ExternalProvider;
import java.util.List;
import java.util.Optional;

/**
 * What scrapes and probes do for the reconcile side: they ask the clusters that models refer to,
 * and tell what was learnt. Never blocks.
 */
public interface ModelSources {
    /**
     * Declares the sources of a model, replacing what was declared for it before, and tells what is
     * known of each.
     *
     * @param providers of the model's refs, by index; empty where there is none
     * @return for each ref, by index, the figures of its sources; a ref without source has none
     */
    List<List<SourceFigures>> figures(
            ExternalModel model, List<Optional<ExternalProvider>> providers);

    /**
     * Declares the health checks of a model, replacing what was declared for it before, and tells
     * what probes say.
     *
     * @param providers of the model's refs, by index; empty where there is none
     * @return for each ref, by index, the health of its provider; NONE without a health check
     */
    List<ProviderHealth> health(ExternalModel model, List<Optional<ExternalProvider>> providers);

    /** The model needs no figures and no probes any more: gone, skipped or paused. */
    void release(ObjectKey model);
}
