package dev.drover.basemodels.decision;

import dev.drover.basemodels.objects.MetadataJob;
import java.util.List;

/** The metadata Jobs that Drover made for a model. */
final class OwnJobs {
    private OwnJobs() {}

    static List<MetadataJob> of(Inputs inputs) {
        return inputs.jobs().stream().filter(job -> job.ownOf(inputs.model().uid())).toList();
    }
}
