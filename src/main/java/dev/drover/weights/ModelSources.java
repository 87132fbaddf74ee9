package dev.drover.weights;

import dev.drover.kubernetes.ObjectKey;
import dev.drover.weights.metrics.SourceFigures;
import java.util.List;
import java.util.Optional;

/**
 * What the scrape side does for the reconcile side: it scrapes the sources that models refer to,
 * and tells what was read. Never blocks.
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

    /** The model needs no figures any more: gone, skipped or paused. */
    void release(ObjectKey model);
}
